export type CaptureRequest = {
  /** Copied by the device into the encrypted block as it is: base64 SHA-256 of the request's parameters, or ''. */
  wadh: string
  /** How long the device waits for a finger: 20,000 ms. Drivers refuse less than 1 s and more than 99,999 ms. */
  timeoutMs?: number | undefined
  /** Production unless said otherwise: Morpho refuses S and PP, Mantra fails without any. */
  environment?: 'P' | 'PP' | 'S' | undefined
}

export const defaultCaptureTimeoutMs = 20_000

/** One finger, minutiae and image together, as the authority asks today. `otp` is for two factors only and left out. */
export function pidOptions({ wadh, timeoutMs, environment }: CaptureRequest): string {
  const options = {
    fCount: '1',
    fType: '2',
    iCount: '0',
    pCount: '0',
    format: '0',
    pidVer: '2.0',
    timeout: String(timeoutMs ?? defaultCaptureTimeoutMs),
    wadh,
    posh: 'UNKNOWN',
    env: environment ?? 'P',
  }
  const attributes = Object.entries(options).map(([name, value]) => ` ${name}="${escaped(value)}"`)
  return `<?xml version="1.0" encoding="UTF-8"?><PidOptions ver="1.0"><Opts${attributes.join('')}/></PidOptions>`
}

function escaped(value: string): string {
  return value.replace(/[&<>"'\t\n\r]/g, character => `&#${character.charCodeAt(0)};`)
}
