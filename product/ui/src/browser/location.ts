import { useSyncExternalStore } from 'react'

export function usePathname(): string {
  return useSyncExternalStore(subscribe, currentPath)
}

/** Returns the path without a final slash, because `/login/` is the same page as `/login` (decisions.md section 2). */
export function currentPath(): string {
  return window.location.pathname.replace(/(.)\/$/, '$1')
}

/** Returns the query of the address with its question mark, or '' if the address has none. */
export function useSearch(): string {
  return useSyncExternalStore(subscribe, () => window.location.search)
}

export function useHash(): string {
  return useSyncExternalStore(subscribe, () => window.location.hash.slice(1))
}

/** The browser's Back button restores the scroll position. */
export function go(to: string, options?: { replace?: boolean }): void {
  navigate(to, options)
  window.scrollTo(0, 0)
}

let goneOn = false

/** Tells whether a person has gone to another page since the document loaded. A redirect does not count. */
export function hasGoneOn(): boolean {
  return goneOn
}

export function navigate(to: string, { replace = false } = {}): void {
  goneOn ||= !replace
  window.history[replace ? 'replaceState' : 'pushState'](null, '', to)
  for (const listener of listeners) listener()
}

const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('popstate', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('popstate', listener)
  }
}
