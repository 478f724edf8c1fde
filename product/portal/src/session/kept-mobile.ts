/**
 * The log-in's number when the page loaded itself again (api/load-chunk.ts), which is in the entry of the browser's
 * history; undefined before that.
 */
export function reloadedWith(): string | undefined {
  const state: unknown = import.meta.env.SSR ? undefined : history.state
  return typeof state === 'string' ? state : undefined
}

/** Loads the page again with the number that is typed at the log-in. */
export function reloadWithNumber(): void {
  history.replaceState(document.querySelector<HTMLInputElement>('[name=mobile]')?.value ?? '', '')
  location.reload()
}

/** The number of the agent whose session has ended, for the log-in's field. It lives only in memory. */
export const keptMobile = { number: reloadedWith() ?? '' }
