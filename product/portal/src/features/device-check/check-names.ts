import type { Words } from '../../texts/t.ts'

/** The checks from the browser to the finger, in the order in which they run. */
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

/** The result of one check. 'unknown' does not stop the run; 'bad' does. */
export type Finding = {
  mark: 'good' | 'bad' | 'unknown'
  says: Words
  /** The one next step for the agent. */
  next?: Words
  /** The links or steps shown with `next`. */
  help?: 'permission-steps' | 'note-for-it' | 'install-links'
  /** Resp's errCode. */
  deviceCode?: string
}
