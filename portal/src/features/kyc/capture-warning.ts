import { clockToleranceMs } from '@ekyc/contract/limits'
import { readCertificateValidity, type Capture } from '@ekyc/rd-client'

/** A capture shows these faults before it is sent. The authority may refuse 'level'; it always refuses the others. */
export type CaptureWarning = 'certificate' | 'clock' | 'level'

/** @param now the server's time */
export function captureWarning(
  { deviceInfo, pidTimestamp }: Pick<Capture, 'deviceInfo' | 'pidTimestamp'>,
  now: Date,
): CaptureWarning | undefined {
  const validity = readCertificateValidity(deviceInfo.mc)
  if (validity && (now < validity.notBefore || now > validity.notAfter)) return 'certificate'
  // Device services write India time without a zone.
  const awayMs = Date.parse(`${pidTimestamp}+05:30`) - now.getTime()
  if (Math.abs(awayMs) > clockToleranceMs) return 'clock'
  return deviceInfo.level === 'L0' ? 'level' : undefined
}
