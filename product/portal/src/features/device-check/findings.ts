import { certificateWarningMs, clockToleranceMs } from '@ekyc/contract/limits'
import { readCertificateValidity, type RdService } from '@ekyc/rd-client'

import { adviceFor, type AdviceName } from '../../scanner/advice.ts'
import { clockError } from '../../scanner/clock-error.ts'
import { nameOfDevice } from '../../scanner/found-device.ts'
import { qualityWords } from '../../scanner/quality-meter.tsx'
import { levelOf } from '../../scanner/scanner-level.ts'
import { adviceOnStatus, type ScannerProblem } from '../../scanner/scanner-problem.ts'
import { t } from '../../texts/t.ts'
import { shownTime } from '@ekyc/ui/shown-time.ts'
import { bad, checkNames, good, unknown, type CheckName, type Finding, type Findings } from './finding.ts'
import type { Facts } from './device-check.ts'
import { answering, portsFinding, serviceFinding } from './port-findings.ts'
import { compareVersions } from './versions.ts'

/** Returns the findings up to the first bad finding, or up to the first check whose facts are still missing. */
export function findingsOf(facts: Facts): Findings {
  const findings: Findings = {}
  for (const name of checkNames) {
    const finding = checks[name](facts)
    if (!finding) break
    findings[name] = finding
    if (finding.mark === 'bad') break
  }
  return findings
}

const checks: Record<CheckName, (facts: Facts) => Finding | undefined> = {
  browser({ browser: { kind, name, isPhone } }) {
    if (isPhone) return { ...bad('browser.bad'), says: t('check.browser.phone', { name }) }
    if (kind === 'chrome' || kind === 'edge') return good(t('check.browser.good', { name }))
    return kind === 'safari' ? bad('browser.bad', { name }) : unknown('browser.untried', { name })
  },

  page: ({ isSecure }) => (isSecure ? good(t('check.page.good')) : bad('page.bad')),

  permission({ discovery, isLocal, problem, bank }) {
    if (!discovery) return problem && problemFinding(problem, bank)
    // Firefox keeps the state 'prompt' after the agent has allowed the access for one visit.
    if (
      discovery.permission === 'granted' ||
      (discovery.permission === 'prompt' && !isLocal && answering(discovery.ports).length > 0)
    )
      return good(t('check.permission.granted'))
    if (isLocal) return good(t('check.permission.notNeeded'))
    if (discovery.permission !== 'unknown') return unknown('permission.unasked')
    return { mark: 'unknown', says: t('check.permission.unknown') }
  },

  ports: ({ discovery, bank }) => discovery && portsFinding(discovery, bank.deviceServiceVersion),

  service: ({ discovery, device }) => discovery && serviceFinding(device?.service, discovery),

  status: ({ device }) => device && statusFinding(device.service),

  model({ device, problem, bank }) {
    if (!device?.info) return problem && { ...problemFinding(problem, bank), says: t('check.model.silent') }
    const { info } = device
    const missingNames = (['dpId', 'rdsId', 'rdsVer', 'dc', 'mi', 'mc'] as const).filter(
      name => info[name] === '',
    )
    if (missingNames.length > 0)
      return bad('model.incomplete', { names: missingNames.join(', '), version: bank.deviceServiceVersion })
    const level = levelOf(info) ?? ''
    const values = { level, model: nameOfDevice(device) }
    if (level === '') return good(t('check.model.levelUntold', values))
    if (level === 'L1') return good(t('check.model.good', values))
    return bank.level1Only ? bad('model.l0Refused', values) : unknown('model.l0', values)
  },

  /** Makers number their versions differently, so the branding file names a required version for each maker. */
  version({ device, bank }) {
    if (!device?.info) return undefined
    const { rdsVer: version, dpId } = device.info
    const required = bank.deviceServiceVersions?.[dpId]
    if (required === undefined) return good(t('check.version.told', { version }))
    const order = compareVersions(version, required)
    if (order === undefined) return unknown('version.unknown', { version, required })
    return order >= 0
      ? good(t('check.version.good', { version, required }))
      : unknown('version.old', { version, required })
  },

  certificate: ({ device, toldOn }) => device?.info && toldOn && certificateFinding(device.info.mc, toldOn),

  clock: ({ clock }) => clock && clockFinding(clock.offsetMs),

  scan({ scan, problem, bank }) {
    if (!scan) return problem && problemFinding(problem, bank)
    if (Math.abs(scan.awayMs) > clockToleranceMs) return bad('scan.clock', { away: clockError(scan.awayMs) })
    const { quality } = scan
    const says = qualityWords(quality)
    if (quality.kind === 'poor') {
      const { now } = adviceFor('poorQuality', { version: '', score: quality.score })
      return { mark: 'bad', says, next: now }
    }
    return quality.kind === 'fair' ? { ...good(says), next: t('scanner.quality.advice') } : good(says)
  },
}

function statusFinding({ state, status, info }: RdService): Finding {
  if (state === 'ready') return good(t('check.status.ready'))
  const description = [status, info].filter(text => text !== '').join(', ') || t('check.status.none')
  return {
    mark: 'bad',
    says: t(`check.status.${state}`, { status: description }),
    next: adviceFor(adviceOnStatus({ state, info }), { version: '' }).now,
  }
}

/** @param now the server's time, because a wrong local clock could make a valid certificate look expired */
function certificateFinding(mc: string, now: Date): Finding {
  const validity = readCertificateValidity(mc)
  if (!validity) return unknown('certificate.unknown')
  const until = shownTime(validity.notAfter.toISOString())
  const leftMs = validity.notAfter.getTime() - now.getTime()
  if (leftMs < 0) return bad('certificate.ended', { until })
  if (now < validity.notBefore)
    return bad('certificate.early', { from: shownTime(validity.notBefore.toISOString()) })
  if (leftMs > certificateWarningMs) return good(t('check.certificate.good', { until }))
  return { ...unknown('certificate.soon', { until }), mark: 'good' }
}

function clockFinding(offsetMs: number | undefined): Finding {
  if (offsetMs === undefined) return unknown('clock.unknown')
  const awayMs = Math.abs(offsetMs)
  // The Date header has whole seconds, so the difference is accurate to one second at best.
  if (awayMs <= clockToleranceMs)
    return good(t('check.clock.good', { seconds: Math.max(1, Math.ceil(awayMs / 1000)) }))
  const says = t(offsetMs < 0 ? 'check.clock.fast' : 'check.clock.slow', { away: clockError(awayMs) })
  return { mark: 'bad', says, next: t('check.clock.badNext') }
}

function problemFinding(
  { advice, deviceCode }: ScannerProblem,
  { deviceServiceVersion: version }: Facts['bank'],
): Finding {
  const { happened, now } = adviceFor(advice, { version })
  return { mark: 'bad', says: happened, next: now, help: helps[advice], deviceCode }
}

const helps: Partial<Record<AdviceName, Finding['help']>> = {
  permissionDenied: 'permission-steps',
  permissionBlocked: 'note-for-it',
}
