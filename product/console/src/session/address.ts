import { currentPath, usePathname, useSearch } from '@ekyc/ui/browser/location.ts'
import { useMemo } from 'react'

export type Address = { path: string; query: URLSearchParams }

export type PageProps = { parameters: Readonly<Record<string, string>> }

/** Returns the page's address as React state. Each view has its own address, which a person can send to a colleague. */
export function useAddress(): Address {
  const path = usePathname()
  const search = useSearch()
  return useMemo(() => ({ path, query: new URLSearchParams(search) }), [path, search])
}

export function currentAddress(): string {
  return currentPath() + location.search
}

export type Query = Record<string, string | readonly string[] | undefined>

/** The values undefined, '' and [] remove a name from the query. */
export function withQuery({ path, query }: Address, changes: Query): string {
  const next = new URLSearchParams(query)
  for (const [name, value] of Object.entries(changes)) {
    next.delete(name)
    for (const one of [value ?? []].flat()) if (one !== '') next.append(name, one)
  }
  const text = next.toString()
  return text === '' ? path : `${path}?${text}`
}

export function filtersIn<Name extends string>(
  query: URLSearchParams,
  names: readonly Name[],
): Partial<Record<Name, string>> {
  const entries = names.map(name => [name, query.get(name)] as const).filter(([, value]) => value)
  return Object.fromEntries(entries) as Partial<Record<Name, string>>
}

export function pageIn(query: URLSearchParams): { after?: string; limit?: 50 | 100 | 200 } {
  const after = query.get('after')
  const limit = ([50, 100, 200] as const).find(size => String(size) === query.get('limit'))
  return { ...(after && { after }), ...(limit && { limit }) }
}

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
