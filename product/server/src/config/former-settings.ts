import { fixedNumbers } from '../domain/policy.ts'

/** The settings that this version no longer reads, and what stands in their place. */
const formerSettings: Record<string, string> = {
  OPTIONAL_SETTINGS: 'every name that the server does not know stops its start.',
  IRIS: 'a customer whose finger fails goes the way of the exceptions, since no iris is captured.',
  OFFLINE_SHELL: 'the portal has no offline page, and its former service worker removes itself.',
  SUPPORT_CASE_URL: "'Copy details' on the agent's screen takes the place of a support case.",
  PROBE_REFERENCE: 'the alert "no successful KYC in office hours" takes the place of the synthetic agent.',
  PROBE_MOBILE: 'there is no synthetic agent.',
  PROBE_PASSWORD: 'there is no synthetic agent; delete its password.',
  PROBE_DEVICE_PORT: 'there is no synthetic agent.',
}

/** Names of POLICY whose rule has left. */
const goneNumbers = ['supportCasesPerHour', 'formerPasswordHashesTaken', 'optional']

export const formerNames = Object.keys(formerSettings)

/** Returns one sentence for each former setting that the environment still has. None of them stops a start. */
export function formerSettingsIn(env: NodeJS.ProcessEnv): string[] {
  const set = new Set(
    Object.entries(env).flatMap(([name, value]) => (value ? [name.replace(/_FILE$/, '')] : [])),
  )
  return Object.entries(formerSettings).flatMap(([name, instead]) =>
    set.has(name) ? [`${name} is no setting any more: ${instead}`] : [],
  )
}

/** Tells whether earlier versions read this number of POLICY, and this version does not. */
export function isFormerNumber(name: string): boolean {
  return Object.hasOwn(fixedNumbers, name) || goneNumbers.includes(name)
}
