export type CaptureRequest = {
  /** Copied by the device into the encrypted block: base64 SHA-256 of the request's parameters, or ''. */
  wadh: string
  /**
   * How long the device waits for a finger, in milliseconds; 20,000 by default. Drivers refuse less than 1,000 and
   * more than 99,999.
   */
  timeoutMs?: number | undefined
  /** The device environment; P (production) by default. Morpho refuses S and PP, Mantra fails without a value. */
  environment?: 'P' | 'PP' | 'S' | undefined
}

export const defaultCaptureTimeoutMs = 20_000

/**
 * Builds PidOptions for one finger, with minutiae and image, as the authority requires. `otp` belongs to two factors
 * and is left out.
 */
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
