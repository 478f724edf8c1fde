import { texts } from '../t.ts'

/** Apart from the other shared texts because the log-in has nothing to copy. */
export const t = texts({
  'copy.done': 'Copied',
  'copy.failed': 'Not copied: the browser does not allow it. The text is marked, copy it by hand.',
})
