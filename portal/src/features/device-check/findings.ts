import { clockToleranceMs } from '@ekyc/contract/limits'
import { readCertificateValidity } from '@ekyc/rd-client'
import type { DeviceInfo, FoundService, PermissionState, RdError } from '@ekyc/rd-client'

import { adviceFor } from '../../scanner/advice.ts'
import { nameOfDevice } from '../../scanner/found-device.ts'
import { qualityWords } from '../../scanner/quality-meter.tsx'
import type { Quality } from '../../scanner/quality.ts'
import { levelOf } from '../../scanner/scanner-level.ts'
import { problemOf } from '../../scanner/scanner-problem.ts'
import type { ThisBrowser } from '../../scanner/this-browser.ts'
import { t } from '../../texts/t.ts'
import { shownTime } from '../../texts/shown-time.ts'
import type { Finding } from './check-names.ts'
import { compareVersions } from './versions.ts'

/** One pure function for each check: from the facts to the finding. */

export function browserFinding({ kind, name, isPhone }: ThisBrowser): Finding {
  if (isPhone) return bad(t('check.browser.phone', { name }), t('check.browser.badNext'))
  if (kind === 'chrome' || kind === 'edge') return good(t('check.browser.good', { name }))
  if (kind === 'safari') return bad(t('check.browser.bad', { name }), t('check.browser.badNext'))
  return unknown(t('check.browser.untried', { name }), t('check.browser.untriedNext'))
}

export function pageFinding(isSecure: boolean): Finding {
  return isSecure ? good(t('check.page.good')) : bad(t('check.page.bad'), t('check.page.badNext'))
}

/** The finding after discovery succeeded. */
export function permissionFinding(state: PermissionState, isLocalPage: boolean): Finding {
  if (state === 'granted') return good(t('check.permission.granted'))
  if (isLocalPage) return good(t('check.permission.notNeeded'))
  if (state === 'unknown') return unknown(t('check.permission.unknown'))
  return unknown(t('check.permission.unasked'), t('check.permission.unaskedNext'))
}

/** The finding when the browser or a policy blocked discovery. */
export function refusedPermission(error: RdError): Finding {
  const problem = problemOf(error)
  if (!problem) return unknown(t('check.permission.unknown'))
  const { happened, now } = adviceFor(problem.advice, { version: '' })
  const help = error.code === 'permission-denied' ? 'permission-steps' : 'note-for-it'
  return { ...bad(happened, now), ...(error.code !== 'permission-unanswered' && { help }) }
}

export function statusFinding({ state, status, info }: FoundService): Finding {
  if (state === 'ready') return good(t('check.status.ready'))
  const { now } = adviceFor(state === 'in-use' ? 'inUse' : 'notReady', { version: '' })
  if (state === 'in-use') return bad(t('check.status.in-use'), now)
  const told = [status, info].filter(text => text !== '').join(', ')
  return bad(t('check.status.not-ready', { status: told || t('check.status.none') }), now)
}

export function modelFinding(
  service: FoundService,
  info: DeviceInfo,
  bank: { requiredVersion: string; level1Only: boolean },
): Finding {
  const missing = (['dpId', 'rdsId', 'rdsVer', 'dc', 'mi', 'mc'] as const).filter(name => info[name] === '')
  if (missing.length > 0) {
    const says = t('check.model.incomplete', { names: missing.join(', ') })
    return bad(says, t('check.model.incompleteNext', { version: bank.requiredVersion }))
  }
  const model = nameOfDevice({ service, info })
  const level = levelOf(info)
  if (level === undefined) return good(t('check.model.levelUntold', { model }))
  if (level === 'L1') return good(t('check.model.good', { model, level }))
  return bank.level1Only
    ? bad(t('check.model.l0Refused', { model }), t('check.model.l0RefusedNext'))
    : unknown(t('check.model.l0', { model }), t('check.model.l0Next'))
}

/** The finding when DEVICEINFO fails or is refused. */
export function silentModel(error: unknown, required: string): Finding {
  const problem = problemOf(error)
  if (!problem) return unknown(t('check.model.silent'))
  const { now } = adviceFor(problem.advice, { version: required })
  return withCode(bad(t('check.model.silent'), now), problem.deviceCode)
}

/** @param floor the branding's oldest version for this maker; makers count differently, so no number serves all */
export function versionFinding(rdsVer: string, floor: string | undefined): Finding {
  if (floor === undefined) return good(t('check.version.told', { version: rdsVer }))
  const order = compareVersions(rdsVer, floor)
  const values = { version: rdsVer, required: floor }
  if (order === undefined) return unknown(t('check.version.unknown', values), t('check.version.unknownNext'))
  if (order >= 0) return good(t('check.version.good', values))
  return unknown(t('check.version.old', values), t('check.version.oldNext'))
}

/** @param now the server's time: a wrong local clock would blame the certificate */
export function certificateFinding(mc: string, now: Date): Finding {
  const validity = readCertificateValidity(mc)
  if (!validity) return unknown(t('check.certificate.unknown'), t('check.certificate.unknownNext'))
  const until = shownTime(validity.notAfter.toISOString())
  const leftMs = validity.notAfter.getTime() - now.getTime()
  if (leftMs < 0) return bad(t('check.certificate.ended', { until }), t('check.certificate.endedNext'))
  if (now.getTime() < validity.notBefore.getTime()) {
    const from = shownTime(validity.notBefore.toISOString())
    return bad(t('check.certificate.early', { from }), t('check.certificate.earlyNext'))
  }
  if (leftMs > soonMs) return good(t('check.certificate.good', { until }))
  return { ...good(t('check.certificate.soon', { until })), next: t('check.certificate.soonNext') }
}

const soonMs = 2 * 86_400_000

/** @param offsetMs the server's clock minus this computer's; undefined when unknown */
export function clockFinding(offsetMs: number | undefined): Finding {
  if (offsetMs === undefined) return unknown(t('check.clock.unknown'), t('check.clock.unknownNext'))
  const away = Math.abs(offsetMs)
  // The Date header has whole seconds, so the accuracy is one second at best.
  if (away <= clockToleranceMs) {
    return good(t('check.clock.good', { seconds: Math.max(1, Math.ceil(away / 1000)) }))
  }
  const says = t(offsetMs < 0 ? 'check.clock.fast' : 'check.clock.slow', { minutes: minutes(away) })
  return bad(says, t('check.clock.badNext'))
}

/** @param awayMs the device's clock minus the server's */
export function scanFinding(quality: Quality, awayMs: number): Finding {
  if (Math.abs(awayMs) > clockToleranceMs) {
    return bad(t('check.scan.clock', { minutes: minutes(Math.abs(awayMs)) }), t('check.scan.clockNext'))
  }
  const says = `${qualityWords(quality)}${quality.kind === 'unknown' ? '' : '.'}`
  if (quality.kind === 'poor') {
    return bad(says, adviceFor('poorQuality', { version: '', score: quality.score }).now)
  }
  return quality.kind === 'fair' ? { ...good(says), next: t('scanner.quality.advice') } : good(says)
}

/** The finding when CAPTURE fails or is refused; undefined when it was cancelled. */
export function failedScan(error: unknown, required: string): Finding | undefined {
  const problem = problemOf(error)
  if (!problem) return undefined
  const { happened, now } = adviceFor(problem.advice, { version: required })
  return withCode(bad(happened, now), problem.deviceCode)
}

export function good(says: string): Finding {
  return { mark: 'good', says }
}

export function bad(says: string, next: string): Finding {
  return { mark: 'bad', says, next }
}

function unknown(says: string, next?: string): Finding {
  return { mark: 'unknown', says, ...(next !== undefined && { next }) }
}

function withCode(finding: Finding, deviceCode: string | undefined): Finding {
  return deviceCode === undefined ? finding : { ...finding, deviceCode }
}

function minutes(ms: number): number {
  return Math.round(ms / 60_000)
}
