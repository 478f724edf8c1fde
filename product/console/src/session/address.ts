import { currentPath, usePathname, useSearch } from '@ekyc/ui/location.ts'
import { useMemo } from 'react'

export type Address = { path: string; query: URLSearchParams }

/** Every page gets the parameters of its address, such as `id`. */
export type PageProps = { parameters: Readonly<Record<string, string>> }

/** Provides the address bar as React state. Each view is an address, so that it can be sent to a colleague. */
export function useAddress(): Address {
  const path = usePathname()
  const search = useSearch()
  return useMemo(() => ({ path, query: new URLSearchParams(search) }), [path, search])
}

/** Returns path and query of this moment. */
export function currentAddress(): string {
  return currentPath() + location.search
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

/** Returns the place in a list and its length, as the address has them. */
export function pageIn(query: URLSearchParams): { after?: string; limit?: 50 | 100 | 200 } {
  const after = query.get('after')
  const limit = ([50, 100, 200] as const).find(size => String(size) === query.get('limit'))
  return { ...(after && { after }), ...(limit && { limit }) }
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
