import { t, type NameIn } from '../../texts/t.ts'

/** The checks in the order in which they run. */
export const checkNames = [
  'browser',
  'page',
  'permission',
  'ports',
  'service',
  'status',
  'model',
  'version',
  'certificate',
  'clock',
  'scan',
] as const

export type CheckName = (typeof checkNames)[number]

/** The result of one check. After 'bad' the run stops; after 'unknown' the run continues. */
export type Finding = {
  mark: 'good' | 'bad' | 'unknown'
  says: string
  next?: string
  help?: 'permission-steps' | 'note-for-it' | 'install-links' | undefined
  /** The errCode of the device's Resp element. */
  deviceCode?: string | undefined
}

export type Findings = Partial<Record<CheckName, Finding>>

export function failedCheck(findings: Findings): CheckName | undefined {
  return checkNames.find(name => findings[name]?.mark === 'bad')
}

export function good(says: string): Finding {
  return { mark: 'good', says }
}

/** The names of findings that have two texts: one for the finding, and one with the ending 'Next' for the next step. */
type WithNextStep = NameIn<'check.', 'Next'> & NameIn<'check.', ''>

export function bad(name: WithNextStep, values?: Record<string, string | number>): Finding {
  return { mark: 'bad', says: t(`check.${name}`, values), next: t(`check.${name}Next`, values) }
}

export function unknown(name: WithNextStep, values?: Record<string, string | number>): Finding {
  return { ...bad(name, values), mark: 'unknown' }
}
