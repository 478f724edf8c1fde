import { useSyncExternalStore } from 'react'

/**
 * The address bar as React sees it. Every route is one fixed path (product.md section 2), so this is the whole router:
 * a library that matches patterns would weigh more than what it is asked for.
 */
export function usePathname(): string {
  return useSyncExternalStore(subscribe, () => window.location.pathname)
}

/** With its question mark; '' without one. */
export function useSearch(): string {
  return useSyncExternalStore(subscribe, () => window.location.search)
}

export function navigate(to: string, { replace = false } = {}): void {
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
