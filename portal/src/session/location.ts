import { useSyncExternalStore } from 'react'

import { paths } from './paths.ts'

/**
 * The address bar as React sees it. Every route is one fixed path (product.md section 2), so this is the whole router:
 * a library that matches patterns would weigh more than what it is asked for.
 */
export function usePathname(): string {
  return useSyncExternalStore(subscribe, () => window.location.pathname, prerenderedPath)
}

/** With its question mark; '' without one. */
export function useSearch(): string {
  return useSyncExternalStore(subscribe, () => window.location.search)
}

export function navigate(to: string, { replace = false } = {}): void {
  window.history[replace ? 'replaceState' : 'pushState'](null, '', to)
  for (const listener of listeners) listener()
}

/** The log-in stands in its HTML already; no other screen does. */
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
