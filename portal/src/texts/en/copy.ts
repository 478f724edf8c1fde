import { texts } from '../t.ts'

/** Separate from shared.ts, because the log-in's chunk copies nothing. */
export const t = texts({
  'copy.done': 'Copied',
  'copy.failed': 'Not copied: the browser does not allow it. The text is marked, copy it by hand.',
})
