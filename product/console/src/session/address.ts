import { useMemo, useSyncExternalStore } from 'react'

export type Address = { path: string; query: URLSearchParams }

/** Provides the address bar as React state. Each view is an address, so that it can be sent to a colleague. */
export function useAddress(): Address {
  const href = useSyncExternalStore(subscribe, currentAddress)
  return useMemo(() => {
    const [path = '/', query] = href.split('?')
    return { path: path.replace(/(.)\/$/, '$1'), query: new URLSearchParams(query) }
  }, [href])
}

/** Returns path and query. */
export function currentAddress(): string {
  return location.pathname + location.search
}

export function go(to: string, { replace = false } = {}): void {
  const isSamePage = to.split('?')[0] === location.pathname
  history[replace ? 'replaceState' : 'pushState'](null, '', to)
  for (const listener of listeners) listener()
  // A new page starts at its top; the browser's own Back restores the place.
  if (!isSamePage) scrollTo(0, 0)
}

export type Query = Record<string, string | readonly string[] | undefined>

/** Returns an address with changes of its query; undefined, '' and an empty list leave a name out. */
export function withQuery({ path, query }: Address, changes: Query): string {
  const next = new URLSearchParams(query)
  for (const [name, value] of Object.entries(changes)) {
    next.delete(name)
    for (const one of [value ?? []].flat()) if (one !== '') next.append(name, one)
  }
  const text = next.toString()
  return text === '' ? path : `${path}?${text}`
}

/** Returns the parameters of a path such as `/agents/:id`; undefined if the address is another one. */
export function parametersOf(pattern: string, path: string): Record<string, string> | undefined {
  const wanted = pattern.split('/')
  const found = path.split('/')
  if (wanted.length !== found.length) return undefined
  const parameters: Record<string, string> = {}
  for (const [index, part] of wanted.entries()) {
    const value = decoded(found[index] ?? '')
    if (part.startsWith(':')) parameters[part.slice(1)] = value
    else if (part !== value) return undefined
  }
  return parameters
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('popstate', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('popstate', listener)
  }
}
