/** The options of a capture, from which `writePidOptions` writes PidOptions (RD service 2.0). Default: one finger. */
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
  /**
   * The environment of the device: P (production, the default), PP (pre-production) or S (staging). Devices of Morpho
   * refuse S and PP; devices of Mantra fail without a value.
   */
  environment?: 'P' | 'PP' | 'S' | undefined
  /** The number of fingers, 1 to 10; 1 by default. */
  fCount?: number | undefined
  /**
   * The kind of fingerprint data: '0' for minutiae (FMR), '1' for images (FIR), '2' for both (the default). Drivers
   * from before 2022 refuse '2' with errCode 110.
   */
  fType?: '0' | '1' | '2' | undefined
  /** The fingers that the person places on the scanner. The default is UNKNOWN, which allows any finger. */
  posh?: readonly FingerPosition[] | undefined
  /** The one-time password of a two-factor authentication. The device encrypts it into the PID block. */
  otp?: string | undefined
  /** The vendor's own options, by name. Each becomes a Param element of CustOpts. */
  custOpts?: Readonly<Record<string, string>> | undefined
}

export type FingerPosition = `${'LEFT' | 'RIGHT'}_${'INDEX' | 'MIDDLE' | 'RING' | 'LITTLE' | 'THUMB'}`

export const defaultCaptureTimeoutMs = 20_000

/**
 * Writes a PidOptions document.
 * @throws {TypeError} if the number of fingers is no whole number within the standard's bounds
 */
export function writePidOptions(request: PidOptions): string {
  const {
    wadh = '',
    timeoutMs,
    environment,
    fCount = 1,
    fType = '2',
    posh = [],
    otp,
    custOpts = {},
  } = request
  if (!(Number.isInteger(fCount) && fCount >= 1 && fCount <= 10))
    throw new TypeError('fCount is a whole number from 1 to 10')
  const options = {
    fCount,
    fType,
    iCount: 0,
    pCount: 0,
    format: 0,
    pidVer: '2.0',
    timeout: timeoutMs ?? defaultCaptureTimeoutMs,
    ...(otp !== undefined && otp !== '' && { otp }),
    ...(wadh !== '' && { wadh }),
    posh: posh.join(',') || 'UNKNOWN',
    env: environment ?? 'P',
  }
  const params = Object.entries(custOpts).map(([name, value]) => `<Param${attributesOf({ name, value })}/>`)
  const custom = params.length === 0 ? '' : `<CustOpts>${params.join('')}</CustOpts>`
  return `<?xml version="1.0" encoding="UTF-8"?><PidOptions ver="1.0"><Opts${attributesOf(options)}/>${custom}</PidOptions>`
}

function attributesOf(values: Record<string, string | number>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${escaped(`${value}`)}"`)
    .join('')
}

function escaped(value: string): string {
  return value.replace(/[&<>"'\t\n\r]/g, character => `&#${character.charCodeAt(0)};`)
}
