import { hourMs } from '../domain/durations.ts'
import type { Finding } from './finding.ts'
import { networkReason } from './network-reason.ts'
import { fail, notProven, pass, type Proven } from './proven.ts'
import { testAlerts } from './test-alert.ts'

const deadlineMs = 5_000
/** The longest allowed silence of the synthetic agent, in minutes, as in the alert EkycProbeSilent. */
const silentProbeMinutes = 10
/** The greatest allowed age of a back-up, in hours, as in the alert EkycBackUpOld. */
const oldBackUpHours = 26

export function doctorProven(findings: Finding[]): Proven {
  const of = (state: Finding['state']) => findings.filter(finding => finding.state === state)
  const [problems, warnings] = [of('problem'), of('warning')]
  const named = (some: Finding[]) => some.map(({ what, says }) => `\n- ${what}: ${says}`).join('')
  if (problems.length > 0) return fail('doctor', `problems: ${problems.length}${named(problems)}`)
  return pass('doctor', `good: ${of('good').length}, warnings: ${warnings.length}${named(warnings)}`)
}

/** Checks the findings about the clocks of the database and of external services (the Date header of their answers). */
export function clocksProven(findings: Finding[]): Proven {
  const clocks = findings.filter(({ what }) => what.startsWith('clock and '))
  const named = (some: Finding[]) => some.map(({ what }) => what.slice('clock and '.length)).join(', ')
  const wrong = clocks.filter(({ state }) => state !== 'good')
  if (wrong.length > 0) return fail('clocks', wrong.map(({ what, says }) => `${what}: ${says}`).join('; '))
  const hasDatabase = clocks.some(({ what }) => what === 'clock and database')
  if (!hasDatabase || clocks.length < 2)
    return notProven(
      'clocks',
      `the database's clock and another's are needed, and there is ${named(clocks) || 'none'}`,
    )
  return pass('clocks', `this computer's clock agrees within 3 s with that of ${named(clocks)}`)
}

/** @returns whether Prometheus has recent successes of the synthetic agent and of the back-ups */
export async function watchedProven(prometheus: string | undefined, now: Date): Promise<Proven[]> {
  const [kyc, backUp] = ['played KYC', 'back-up']
  const neither = (say: typeof fail, proof: string) => [say(kyc, proof), say(backUp, proof)]
  if (prometheus === undefined) return neither(notProven, 'nobody was asked: --prometheus names Prometheus')
  try {
    const [steps, runs, backUps] = await Promise.all([
      query(prometheus, 'ekyc_probe_step_success{job="ekyc-probe"}'),
      query(prometheus, 'max(ekyc_probe_last_run_timestamp_seconds{job="ekyc-probe"})'),
      query(prometheus, 'max by (tool) (ekyc_backup_completed_timestamp_seconds{job="ekyc-node"})'),
    ])
    return [kycProven(kyc, steps, runs, now), backUpProven(backUp, backUps, now)]
  } catch (error) {
    return neither(notProven, `Prometheus gave no answer: ${networkReason(reasonOf(error))}`)
  }
}

function kycProven(what: string, steps: Sample[], runs: Sample[], now: Date): Proven {
  const minutes = (now.getTime() / 1_000 - Number(runs[0]?.value[1] ?? 0)) / 60
  if (steps.length === 0 || runs.length === 0)
    return notProven(what, 'no synthetic agent is set up: Prometheus has no ekyc_probe_step_success')
  if (minutes > silentProbeMinutes)
    return fail(what, `the synthetic agent last played ${minutes.toFixed(0)} minutes ago`)
  const named = (some: Sample[]) => some.map(({ metric }) => metric['step'] ?? '?').join(', ')
  const failed = steps.filter(({ value }) => value[1] !== '1')
  if (failed.length > 0) return fail(what, `the synthetic agent fails at: ${named(failed)}`)
  const played = `the synthetic agent played within the last ${silentProbeMinutes} minutes: ${named(steps)}`
  return steps.some(({ metric }) => metric['step'] === 'submit')
    ? pass(what, played)
    : notProven(what, `${played}; no fingerprint was captured and submitted (PROBE_DEVICE_PORT)`)
}

function backUpProven(what: string, backUps: Sample[], now: Date): Proven {
  if (backUps.length === 0)
    return notProven(what, 'Prometheus knows of none: deploy/tell-back-up.sh ends the timer of a back-up')
  const ages = backUps.map(({ metric, value }) => ({
    tool: metric['tool'] ?? '?',
    hours: (now.getTime() / 1_000 - Number(value[1])) * (1_000 / hourMs),
  }))
  const told = ages.map(({ tool, hours }) => `${tool} ${hours.toFixed(1)} h ago`).join(', ')
  return ages.some(({ hours }) => hours > oldBackUpHours)
    ? fail(what, `the last was completed too long ago: ${told}`)
    : pass(what, `completed: ${told}`)
}

/** @param received the word of the test alert, as the person on duty has read it back */
export async function alertProven(
  alertmanager: string | undefined,
  received: string | undefined,
): Promise<Proven> {
  const what = 'alert'
  if (!alertmanager) return notProven(what, 'nobody was asked: --alertmanager names Alertmanager')
  try {
    const alerts = await testAlerts(alertmanager)
    if (alerts.length === 0) return notProven(what, 'no test alert fires: go-live --fire-alert sends one')
    if (received === undefined)
      return notProven(what, 'the test alert fires, and nobody has said with --received what word it brought')
    const alert = alerts.find(one => one.word === received)
    if (!alert) return fail(what, 'the word is not that of a test alert that fires')
    if (alert.state !== 'active') return fail(what, `Alertmanager keeps the test alert back: ${alert.state}`)
    return pass(
      what,
      `fired on ${alert.startsAt}, sent to ${alert.receivers.join(', ')}, and its word was read back`,
    )
  } catch (error) {
    return notProven(what, `Alertmanager gave no answer: ${networkReason(reasonOf(error))}`)
  }
}

type Sample = { metric: Record<string, string>; value: [number, string] }

async function query(prometheus: string, expression: string): Promise<Sample[]> {
  const url = `${prometheus.replace(/\/+$/, '')}/api/v1/query?query=${encodeURIComponent(expression)}`
  const answer = await fetch(url, { signal: AbortSignal.timeout(deadlineMs), redirect: 'error' })
  const { data } = (await answer.json()) as { data?: { result?: Sample[] } }
  if (!Array.isArray(data?.result)) throw new Error(`HTTP ${answer.status}`)
  return data.result
}

/** The function fetch wraps the error of the operating system in an error of its own. */
function reasonOf(error: unknown): unknown {
  return error instanceof Error && error.cause instanceof Error ? error.cause : error
}
