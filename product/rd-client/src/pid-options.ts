/** The options of a capture of one finger, from which `writePidOptions` writes PidOptions (RD service 2.0). */
export type PidOptions = {
  /**
   * The base64 SHA-256 hash of the e-KYC request's parameters. The device copies it into the encrypted block. An empty
   * wadh is omitted, because an authentication without e-KYC must have none.
   */
  wadh?: string | undefined
  /**
   * The longest time that the device waits for a finger, in milliseconds; 20,000 by default. The strictest drivers
   * accept only 1,001 to 99,999.
   */
  timeoutMs?: number | undefined
}

export const defaultCaptureTimeoutMs = 20_000

/**
 * Writes a PidOptions document. It asks for minutiae and image (fType 2) of any finger (posh UNKNOWN) from a production
 * device (env P), because devices of Mantra fail without an env and devices of Morpho refuse any other.
 */
export function writePidOptions({ wadh = '', timeoutMs }: PidOptions): string {
  const options = {
    fCount: 1,
    fType: 2,
    iCount: 0,
    pCount: 0,
    format: 0,
    pidVer: '2.0',
    timeout: timeoutMs ?? defaultCaptureTimeoutMs,
    ...(wadh !== '' && { wadh }),
    posh: 'UNKNOWN',
    env: 'P',
  }
  const attributes = Object.entries(options).map(([name, value]) => ` ${name}="${escaped(`${value}`)}"`)
  return `<?xml version="1.0" encoding="UTF-8"?><PidOptions ver="1.0"><Opts${attributes.join('')}/></PidOptions>`
}

function escaped(value: string): string {
  return value.replace(/[&<>"'\t\n\r]/g, character => `&#${character.charCodeAt(0)};`)
}
