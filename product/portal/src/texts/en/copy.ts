/** Separate from shared.ts, because the log-in's chunk has no Copy button. */
export const copy = {
  'copy.done': 'Copied',
  'copy.failed': 'The browser did not allow copying. The text is selected: press Ctrl+C.',
}
