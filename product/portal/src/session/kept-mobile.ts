/**
 * Returns the mobile number that the log-in's field contained when the page reloaded itself (api/load-chunk.ts). The
 * browser's history entry contains this number. Returns undefined if the page has not reloaded itself.
 */
export function reloadedWith(): string | undefined {
  const state: unknown = import.meta.env.SSR ? undefined : history.state
  return typeof state === 'string' ? state : undefined
}

export function reloadWithNumber(): void {
  history.replaceState(document.querySelector<HTMLInputElement>('[name=mobile]')?.value ?? '', '')
  location.reload()
}

/** The mobile number for the log-in's field, in memory only: from an ended session or Edit, or typed before a reload. */
export const keptMobile = { number: reloadedWith() ?? '' }
