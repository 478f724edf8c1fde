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
import { t, words, type Words } from '../../texts/t.ts'
import { shownTime } from '../../texts/shown-time.ts'
import type { Finding } from './check-names.ts'
import { compareVersions } from './versions.ts'

/** One pure function for each check: from the facts to the finding. */

export function browserFinding({ kind, name, isPhone }: ThisBrowser): Finding {
  if (isPhone) return bad(words('check.browser.phone', { name }), words('check.browser.badNext'))
  if (kind === 'chrome' || kind === 'edge') return good(words('check.browser.good', { name }))
  if (kind === 'safari') return bad(words('check.browser.bad', { name }), words('check.browser.badNext'))
  return unknown(words('check.browser.untried', { name }), words('check.browser.untriedNext'))
}

export function pageFinding(isSecure: boolean): Finding {
  return isSecure ? good(words('check.page.good')) : bad(words('check.page.bad'), words('check.page.badNext'))
}

/** The finding after discovery succeeded. */
export function permissionFinding(state: PermissionState, isLocalPage: boolean): Finding {
  if (state === 'granted') return good(words('check.permission.granted'))
  if (isLocalPage) return good(words('check.permission.notNeeded'))
  if (state === 'unknown') return unknown(words('check.permission.unknown'))
  return unknown(words('check.permission.unasked'), words('check.permission.unaskedNext'))
}

/** The finding when the browser or a policy blocked discovery. */
export function refusedPermission(error: RdError): Finding {
  const problem = problemOf(error)
  if (!problem) return unknown(words('check.permission.unknown'))
  const advice = () => adviceFor(problem.advice, { version: '' })
  const help = error.code === 'permission-denied' ? 'permission-steps' : 'note-for-it'
  return {
    ...bad(
      () => advice().happened,
      () => advice().now,
    ),
    ...(error.code !== 'permission-unanswered' && { help }),
  }
}

export function statusFinding({ state, status, info }: FoundService): Finding {
  if (state === 'ready') return good(words('check.status.ready'))
  const now = () => adviceFor(state === 'in-use' ? 'inUse' : 'notReady', { version: '' }).now
  if (state === 'in-use') return bad(words('check.status.in-use'), now)
  const told = [status, info].filter(text => text !== '').join(', ')
  return bad(() => t('check.status.not-ready', { status: told || t('check.status.none') }), now)
}

export function modelFinding(
  service: FoundService,
  info: DeviceInfo,
  bank: { requiredVersion: string; level1Only: boolean },
): Finding {
  const missing = (['dpId', 'rdsId', 'rdsVer', 'dc', 'mi', 'mc'] as const).filter(name => info[name] === '')
  if (missing.length > 0) {
    const says = words('check.model.incomplete', { names: missing.join(', ') })
    return bad(says, words('check.model.incompleteNext', { version: bank.requiredVersion }))
  }
  const level = levelOf(info)
  const told = {
    level: level ?? '',
    // The name has a word of the page's language.
    get model() {
      return nameOfDevice({ service, info })
    },
  }
  if (level === undefined) return good(words('check.model.levelUntold', told))
  if (level === 'L1') return good(words('check.model.good', told))
  return bank.level1Only
    ? bad(words('check.model.l0Refused', told), words('check.model.l0RefusedNext'))
    : unknown(words('check.model.l0', told), words('check.model.l0Next'))
}

/** The finding when DEVICEINFO fails or is refused. */
export function silentModel(error: unknown, required: string): Finding {
  const problem = problemOf(error)
  if (!problem) return unknown(words('check.model.silent'))
  const now = () => adviceFor(problem.advice, { version: required }).now
  return withCode(bad(words('check.model.silent'), now), problem.deviceCode)
}

/** @param floor the branding's oldest version for this maker; makers count differently, so no number serves all */
export function versionFinding(rdsVer: string, floor: string | undefined): Finding {
  if (floor === undefined) return good(words('check.version.told', { version: rdsVer }))
  const order = compareVersions(rdsVer, floor)
  const values = { version: rdsVer, required: floor }
  if (order === undefined)
    return unknown(words('check.version.unknown', values), words('check.version.unknownNext'))
  if (order >= 0) return good(words('check.version.good', values))
  return unknown(words('check.version.old', values), words('check.version.oldNext'))
}

/** @param now the server's time: a wrong local clock would blame the certificate */
export function certificateFinding(mc: string, now: Date): Finding {
  const validity = readCertificateValidity(mc)
  if (!validity) return unknown(words('check.certificate.unknown'), words('check.certificate.unknownNext'))
  const until = shownTime(validity.notAfter.toISOString())
  const leftMs = validity.notAfter.getTime() - now.getTime()
  if (leftMs < 0)
    return bad(words('check.certificate.ended', { until }), words('check.certificate.endedNext'))
  if (now.getTime() < validity.notBefore.getTime()) {
    const from = shownTime(validity.notBefore.toISOString())
    return bad(words('check.certificate.early', { from }), words('check.certificate.earlyNext'))
  }
  if (leftMs > soonMs) return good(words('check.certificate.good', { until }))
  return { ...good(words('check.certificate.soon', { until })), next: words('check.certificate.soonNext') }
}

const soonMs = 2 * 86_400_000

/** @param offsetMs the server's clock minus this computer's; undefined when unknown */
export function clockFinding(offsetMs: number | undefined): Finding {
  if (offsetMs === undefined) return unknown(words('check.clock.unknown'), words('check.clock.unknownNext'))
  const away = Math.abs(offsetMs)
  // The Date header has whole seconds, so the accuracy is one second at best.
  if (away <= clockToleranceMs) {
    return good(words('check.clock.good', { seconds: Math.max(1, Math.ceil(away / 1000)) }))
  }
  const says = words(offsetMs < 0 ? 'check.clock.fast' : 'check.clock.slow', { minutes: minutes(away) })
  return bad(says, words('check.clock.badNext'))
}

/** @param awayMs the device's clock minus the server's */
export function scanFinding(quality: Quality, awayMs: number): Finding {
  if (Math.abs(awayMs) > clockToleranceMs) {
    return bad(
      words('check.scan.clock', { minutes: minutes(Math.abs(awayMs)) }),
      words('check.scan.clockNext'),
    )
  }
  const says = () => qualityWords(quality)
  if (quality.kind === 'poor') {
    const { score } = quality
    return bad(says, () => adviceFor('poorQuality', { version: '', score }).now)
  }
  return quality.kind === 'fair' ? { ...good(says), next: words('scanner.quality.advice') } : good(says)
}

/** The finding when CAPTURE fails or is refused; undefined when it was cancelled. */
export function failedScan(error: unknown, required: string): Finding | undefined {
  const problem = problemOf(error)
  if (!problem) return undefined
  const advice = () => adviceFor(problem.advice, { version: required })
  return withCode(
    bad(
      () => advice().happened,
      () => advice().now,
    ),
    problem.deviceCode,
  )
}

export function good(says: Words): Finding {
  return { mark: 'good', says }
}

export function bad(says: Words, next: Words): Finding {
  return { mark: 'bad', says, next }
}

function unknown(says: Words, next?: Words): Finding {
  return { mark: 'unknown', says, ...(next !== undefined && { next }) }
}

function withCode(finding: Finding, deviceCode: string | undefined): Finding {
  return deviceCode === undefined ? finding : { ...finding, deviceCode }
}

function minutes(ms: number): number {
  return Math.round(ms / 60_000)
}
