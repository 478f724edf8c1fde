/** https://wicg.github.io/shape-detection-api/; TypeScript does not know it. */
type CodeReader = { detect: (picture: HTMLVideoElement) => Promise<{ rawValue: string }[]> }
declare global {
  interface Window {
    /** Chrome on Android and macOS has it. */
    BarcodeDetector?: new () => CodeReader
  }
}

const lookEveryMs = 200

/**
 * Calls `onText` with the text of each code before the camera, until the signal aborts. A browser without its own
 * reader reads QR codes by a library, and no barcodes.
 */
export async function readCodes(
  video: HTMLVideoElement,
  onText: (text: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const Reader = window.BarcodeDetector ?? (await import('qr/decode.js')).BarcodeDetector
  const reader = new Reader()
  while (!signal.aborted) {
    // A video without a picture yet is refused; the next look finds one.
    const found = await reader.detect(video).catch(() => [])
    if (!signal.aborted) found.forEach(({ rawValue }) => onText(rawValue))
    await new Promise(resolve => setTimeout(resolve, lookEveryMs))
  }
}
