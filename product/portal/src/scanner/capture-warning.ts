import { indiaDate } from '@ekyc/contract/india-time'
import { certificateWarningMs, clockToleranceMs } from '@ekyc/contract/limits'
import { readCertificateValidity, type PidData, type DeviceInfo } from '@ekyc/rd-client'
import { shownDay } from '@ekyc/ui/texts/shown.ts'

/**
 * A fault of a scan. The server refuses a scan with the fault 'certificate', 'clock' or 'levelRefused'. The authority
 * may refuse a scan with the fault 'level'. Nobody refuses a scan with the fault 'certificateEnds' yet.
 */
export type CaptureWarning = 'certificate' | 'clock' | ScannerWarning
type ScannerWarning = 'certificate' | 'certificateEnds' | 'level' | 'levelRefused'

/** @param now the server's time */
export function captureWarning(
  { deviceInfo, pidTimestamp }: Pick<PidData, 'deviceInfo' | 'pidTimestamp'>,
  now: Date,
  takesLevel1Only = false,
): CaptureWarning | undefined {
  const ofScanner = scannerWarning(deviceInfo, now, takesLevel1Only)
  if (ofScanner === 'certificate') return ofScanner
  // Device services write India time without a time zone.
  const awayMs = Date.parse(`${pidTimestamp}+05:30`) - now.getTime()
  if (Math.abs(awayMs) > clockToleranceMs) return 'clock'
  return ofScanner
}

export function scannerWarning(
  scanner: Pick<DeviceInfo, 'level' | 'mi' | 'mc'>,
  now: Date,
  takesLevel1Only: boolean,
): ScannerWarning | undefined {
  const validity = readCertificateValidity(scanner.mc)
  if (validity && (now < validity.notBefore || now > validity.notAfter)) return 'certificate'
  if (levelOf(scanner) === 'L0') return takesLevel1Only ? 'levelRefused' : 'level'
  const leftMs = validity && validity.notAfter.getTime() - now.getTime()
  return leftMs !== undefined && leftMs <= certificateWarningMs ? 'certificateEnds' : undefined
}

export function certificateDay({ mc }: Pick<DeviceInfo, 'mc'>): string {
  const validity = readCertificateValidity(mc)
  return validity ? shownDay(indiaDate(validity.notAfter)) : ''
}

/**
 * Returns a scanner's level from its driver's report, otherwise from its model. Drivers of L0 scanners report no level,
 * and the authority's approval of level L0 ended on 30 June 2025.
 */
export function levelOf({ level, mi }: Pick<DeviceInfo, 'level' | 'mi'>): DeviceInfo['level'] {
  const model = mi.toUpperCase().replaceAll(/[^A-Z\d]/g, '')
  return level ?? levels.find(one => model.includes(one)) ?? (l0Models.has(model) ? 'L0' : undefined)
}

const levels = ['L0', 'L1'] as const
/** The L0 models of Mantra, Morpho, Startek and SecuGen. Their L1 successors have other names. */
const l0Models = new Set(['MFS100', 'MSO1300E', 'MSO1300E2', 'MSO1300E3', 'FM220', 'FM220U', 'HU20'])
