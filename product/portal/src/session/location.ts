import { useSyncExternalStore } from 'react'

import { paths } from './paths.ts'

/**
 * Provides the address bar as React state. Every route is one fixed path (product.md section 2), so these lines replace
 * a router library.
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

export function navigate(to: string, { replace = false } = {}): void {
  window.history[replace ? 'replaceState' : 'pushState'](null, '', to)
  for (const listener of listeners) listener()
}

/** The build renders only the log-in screen into HTML (vite/prerender.ts). */
const prerenderedPath = () => paths.login

const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('popstate', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('popstate', listener)
  }
}
