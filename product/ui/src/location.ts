import { useSyncExternalStore } from 'react'

/**
 * Provides the address bar as React state.
 */
export function usePathname(): string {
  return useSyncExternalStore(subscribe, currentPath, prerenderedPath)
}

/** Returns the path without a final slash: `/login/` is the same page as `/login` (decisions.md section 2). */
export function currentPath(): string {
  return window.location.pathname.replace(/(.)\/$/, '$1')
}

/** Returns the query with its question mark; '' without one. */
export function useSearch(): string {
  return useSyncExternalStore(subscribe, () => window.location.search)
}

/** Returns the text after the #; '' without one. */
export function useHash(): string {
  return useSyncExternalStore(subscribe, () => window.location.hash.slice(1))
}

/** Opens a screen, which starts at its top; the browser's own Back restores the scroll position. */
export function go(to: string, options?: { replace?: boolean }): void {
  navigate(to, options)
  window.scrollTo(0, 0)
}

export function navigate(to: string, { replace = false } = {}): void {
  window.history[replace ? 'replaceState' : 'pushState'](null, '', to)
  for (const listener of listeners) listener()
}

/** A build renders the first screen alone into HTML. */
const prerenderedPath = () => '/'

const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('popstate', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('popstate', listener)
  }
}
