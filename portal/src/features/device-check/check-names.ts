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
  says: string
  /** The one next step for the agent. */
  next?: string
  /** The links or steps shown with `next`. */
  help?: 'permission-steps' | 'note-for-it' | 'install-links'
  /** Resp's errCode. */
  deviceCode?: string
}
