import { indiaDate } from '@ekyc/contract/india-time'
import { certificateWarningMs, clockToleranceMs } from '@ekyc/contract/limits'
import { readCertificateValidity, type PidData, type DeviceInfo } from '@ekyc/rd-client'
import { serverNow } from '@ekyc/ui/browser/server-clock.ts'
import { shownDay } from '@ekyc/ui/texts/shown.ts'

import { branding } from '../api/branding.ts'

/**
 * The server refuses a scan with 'certificate', 'clock' or 'levelRefused', the authority perhaps one with 'level', and
 * nobody yet one with 'certificateEnds'.
 */
export type CaptureWarning = 'certificate' | 'clock' | ScannerWarning
type ScannerWarning = 'certificate' | 'certificateEnds' | 'level' | 'levelRefused'

export function captureWarning({
  deviceInfo,
  pidTimestamp,
}: Pick<PidData, 'deviceInfo' | 'pidTimestamp'>): CaptureWarning | undefined {
  const ofScanner = scannerWarning(deviceInfo)
  if (ofScanner === 'certificate') return ofScanner
  // Device services write India time without a time zone.
  const awayMs = Date.parse(`${pidTimestamp}+05:30`) - serverNow().getTime()
  if (Math.abs(awayMs) > clockToleranceMs) return 'clock'
  return ofScanner
}

export function scannerWarning(scanner: Pick<DeviceInfo, 'level' | 'mi' | 'mc'>): ScannerWarning | undefined {
  const now = serverNow()
  const validity = readCertificateValidity(scanner.mc)
  if (validity && (now < validity.notBefore || now > validity.notAfter)) return 'certificate'
  if (levelOf(scanner) === 'L0') return branding().level1Only ? 'levelRefused' : 'level'
  const leftMs = validity && validity.notAfter.getTime() - now.getTime()
  return leftMs !== undefined && leftMs <= certificateWarningMs ? 'certificateEnds' : undefined
}

/** With a harmless warning a scan may still succeed, so that the next step stays the recommended action. */
export function isHarmless(warning: CaptureWarning): boolean {
  return warning === 'level' || warning === 'certificateEnds'
}

export function certificateDay({ mc }: Pick<DeviceInfo, 'mc'>): string {
  const validity = readCertificateValidity(mc)
  return validity ? shownDay(indiaDate(validity.notAfter)) : ''
}

/** L0 drivers report no level, so the model tells it. The authority's approval of L0 ended on 30 June 2025. */
export function levelOf({ level, mi }: Pick<DeviceInfo, 'level' | 'mi'>): DeviceInfo['level'] {
  const model = mi.toUpperCase().replaceAll(/[^A-Z\d]/g, '')
  return level ?? levels.find(one => model.includes(one)) ?? (l0Models.has(model) ? 'L0' : undefined)
}

const levels = ['L0', 'L1'] as const
/** The L0 models of Mantra, Morpho, Startek and SecuGen. Their L1 successors have other names. */
const l0Models = new Set(['MFS100', 'MSO1300E', 'MSO1300E2', 'MSO1300E3', 'FM220', 'FM220U', 'HU20'])
