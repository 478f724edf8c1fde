import { clockToleranceMs } from '@ekyc/contract/limits'
import { readCertificateValidity, type PidData, type DeviceInfo } from '@ekyc/rd-client'

import { levelOf } from '../../scanner/scanner-level.ts'

/** A fault of a scan. The server refuses a scan with such a fault; with 'level' the authority may refuse it. */
export type CaptureWarning = 'certificate' | 'clock' | LevelWarning
type LevelWarning = 'level' | 'levelRefused'

/**
 * Returns the fault of a capture, to show it before the capture is sent.
 * @param now the server's time
 */
export function captureWarning(
  { deviceInfo, pidTimestamp }: Pick<PidData, 'deviceInfo' | 'pidTimestamp'>,
  now: Date,
  takesLevel1Only = false,
): CaptureWarning | undefined {
  const validity = readCertificateValidity(deviceInfo.mc)
  if (validity && (now < validity.notBefore || now > validity.notAfter)) return 'certificate'
  // Device services write India time without a zone.
  const awayMs = Date.parse(`${pidTimestamp}+05:30`) - now.getTime()
  if (Math.abs(awayMs) > clockToleranceMs) return 'clock'
  return levelWarning(deviceInfo, takesLevel1Only)
}

/** Returns the warning of a scanner's level, which is known before the customer scans. */
export function levelWarning(
  scanner: Pick<DeviceInfo, 'level' | 'mi'>,
  takesLevel1Only: boolean,
): LevelWarning | undefined {
  if (levelOf(scanner) !== 'L0') return undefined
  return takesLevel1Only ? 'levelRefused' : 'level'
}
