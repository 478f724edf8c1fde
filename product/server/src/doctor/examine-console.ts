import type { ConsoleSettings } from '../config/read-config.ts'
import { readConsoleRole } from '../database/schema/database-fitness.ts'
import { countStaffAndStuckJobs, type StaffAndJobCounts } from '../database/staff/jobs.ts'
import type { SqlRunner } from '../database/link/sql.ts'
import { probeAddress } from '../gateways/probe.ts'
import { isLoopback } from '../network/is-loopback.ts'
import { examineExpiries, good, problem, warning, type Finding, networkReason } from './finding.ts'

const deadlineMs = 5_000
/** Two approvers are too few: an act that needs both waits while one is away. */
const fewApprovers = 3

export async function examineConsole(consoleSettings: ConsoleSettings, now: () => Date): Promise<Finding[]> {
  if (!consoleSettings.isConfigured) return []
  const findings = await Promise.all([
    examineProvider(consoleSettings.issuer),
    consoleSettings.origin.startsWith('https:') ? examineAddress(consoleSettings.origin, now) : [],
  ])
  return [secondPersonFinding(consoleSettings), ...findings.flat()]
}

function secondPersonFinding({ fourEyes }: ConsoleSettings): Finding {
  const what = 'FOUR_EYES'
  if (fourEyes === 'on') return good(what, 'a second person decides what one person may not')
  return fourEyes === 'off'
    ? warning(what, 'is off: one person gives rights, erases and imports alone')
    : problem(what, 'is missing: on, or off where one person may do what needs two')
}

/** The console asks the provider the same at the first sign-in. */
async function examineProvider(issuer: string | undefined): Promise<Finding[]> {
  const what = 'OIDC_ISSUER'
  if (issuer === undefined)
    return [problem(what, "is missing: the staff sign in by the bank's OpenID Connect provider alone")]
  if (!URL.canParse(issuer)) return []
  const { protocol, hostname } = new URL(issuer)
  if (protocol !== 'https:' && !isLoopback(hostname)) return [problem(what, 'must be an https address')]
  try {
    const answer = await fetch(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, {
      redirect: 'error',
      signal: AbortSignal.timeout(deadlineMs),
    })
    if (!answer.ok) return [problem(what, `has no discovery document, HTTP ${answer.status}`)]
    const told: unknown = await answer.json().catch(() => undefined)
    const named: unknown = Object(told).issuer
    const isSame = typeof named === 'string' && URL.parse(named)?.href === new URL(issuer).href
    return isSame
      ? [good(what, 'answers its discovery document, and calls itself so')]
      : [problem(what, 'is not the name that its discovery document gives itself')]
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    return [problem(what, `does not answer: ${networkReason(cause)}`)]
  }
}

/** The finding is only a warning, because perhaps only the bank's network reaches the console. */
async function examineAddress(origin: string, now: () => Date): Promise<Finding[]> {
  const what = 'console'
  try {
    const { certificateEnd } = await probeAddress(origin, now)
    const ends = certificateEnd ? [{ certificate: 'TLS of the console', end: certificateEnd }] : []
    return [good(what, 'answers'), ...examineExpiries(ends, now())]
  } catch (error) {
    return [warning(what, `does not answer here: ${networkReason(error)}`)]
  }
}

export async function examineConsoleDatabase(db: SqlRunner, isPrivate: boolean): Promise<Finding[]> {
  const counts = await countStaffAndStuckJobs.one(db)
  return [...countFindings(counts), ...(isPrivate ? [] : [await examineRole(db)])]
}

function countFindings({ approvers, dead, late }: StaffAndJobCounts): Finding[] {
  const [people, jobs] = ['people who may approve', 'jobs of the console']
  return [
    approvers < fewApprovers
      ? warning(people, `${approvers}: with fewer than ${fewApprovers}, proposals wait for whoever is away`)
      : good(people, String(approvers)),
    ...(dead > 0 ? [warning(jobs, `${dead} begun, and no process goes on with it: is the console up?`)] : []),
    ...(late > 0
      ? [warning(jobs, `${late} wait for a process: the console, or \`jobs run\` for an erasure`)]
      : []),
    ...(dead + late === 0 ? [good(jobs, 'none is late')] : []),
  ]
}

async function examineRole(db: SqlRunner): Promise<Finding> {
  const what = 'ekyc_console'
  const role = await readConsoleRole.first(db)
  if (!role) return problem(what, 'the database has no such role: run deploy/roles.sql, then migrate')
  if (role.isGrown) return problem(what, 'has more rights than migrate gives it')
  if (!role.canLogIn) return warning(what, 'is locked: nobody can use the console (runbook.md)')
  return good(what, 'has the rights of the console and no more')
}
