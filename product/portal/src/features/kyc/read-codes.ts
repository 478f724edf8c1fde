/** The barcode detector of https://wicg.github.io/shape-detection-api/, for which TypeScript has no type. */
type CodeReader = { detect: (picture: HTMLVideoElement) => Promise<{ rawValue: string }[]> }
declare global {
  interface Window {
    /** The browser's own code reader, which Chrome on Android and macOS has. */
    BarcodeDetector?: new () => CodeReader
  }
}

const lookEveryMs = 200

/**
 * Calls `onText` with the text of each code before the camera, until the signal aborts. In a browser without its own
 * code reader, a library reads QR codes, but no barcodes.
 */
export async function readCodes(
  video: HTMLVideoElement,
  onText: (text: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const Reader = window.BarcodeDetector ?? (await import('qr/decode.js')).BarcodeDetector
  const reader = new Reader()
  while (!signal.aborted) {
    // detect() rejects a video that has no picture yet. The next look will find a picture.
    const found = await reader.detect(video).catch(() => [])
    if (!signal.aborted) found.forEach(({ rawValue }) => onText(rawValue))
    await new Promise(resolve => setTimeout(resolve, lookEveryMs))
  }
}
