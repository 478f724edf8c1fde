/** Separate from shared.ts, because the log-in's chunk copies nothing. */
export const copy = {
  'copy.done': 'Copied',
  'copy.failed': 'The browser did not allow copying. The text is selected: press Ctrl+C.',
}
