/** The chain from the browser to the finger, in the order in which it is walked. */
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

/** What one check found. 'unknown' stops nothing; after 'bad' the rest is not reached. */
export type Finding = {
  mark: 'good' | 'bad' | 'unknown'
  says: string
  /** The one next step. */
  next?: string
  /** What goes with that step. */
  help?: 'permission-steps' | 'note-for-it' | 'install-links' | 'update-links'
  /** Resp's errCode. */
  deviceCode?: string
}
