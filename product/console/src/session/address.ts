import type { ActName } from '@ekyc/contract/console/acts'
import { provenPage, signInPage } from '@ekyc/contract/console/sign-in-pages'
import { currentPath, go as goTo, usePathname, useSearch } from '@ekyc/ui/browser/location.ts'
import { useMemo } from 'react'

/** The people who may open a page: everybody, all staff, or the people whose roles may do or propose this act. */
export type Access = 'public' | 'staff' | ActName

/** The path of each page, and who may open it. Of two paths that an address matches, the first wins. */
export const pages = {
  '/': 'overview.show',
  '/agents': 'agent.list',
  '/agents/import': 'import.prepare',
  '/agents/import/:id': 'import.show',
  '/agents/:id': 'agent.show',
  '/agents/:id/:tab': 'agent.show',
  '/orders': 'order.page',
  '/orders/:id': 'order.show',
  '/devices': 'device.list',
  '/devices/units': 'unit.list',
  '/devices/units/:unit': 'unit.show',
  '/devices/:model': 'device.show',
  '/proposals': 'proposal.list',
  '/proposals/:number': 'proposal.show',
  '/exceptions': 'exception.list',
  '/exceptions/:order': 'exception.list',
  '/alerts': 'alert.list',
  '/outbox': 'outbox.list',
  '/audit': 'audit.list',
  '/audit/rows/:position': 'audit.show',
  '/staff': 'staff.list',
  '/staff/:id': 'staff.list',
  '/me': 'staff',
  [signInPage]: 'public',
  [provenPage]: 'public',
} as const satisfies Record<string, Access>

export type Path = keyof typeof pages

type NameIn<Pattern> = Pattern extends `${infer Part}/${infer Rest}`
  ? NameIn<Part> | NameIn<Rest>
  : Pattern extends `:${infer Name}`
    ? Name
    : never

export type ParametersOf<Pattern extends Path> = Record<NameIn<Pattern>, string>

type MadeAddress = string & { isAddress: true }

/** The address of a page, which a link needs: a path without parameters, or what `addressOf` and `withQuery` make. */
export type Address = Exclude<Path, `${string}:${string}`> | MadeAddress

export type Query = Record<string, string | number | readonly string[] | undefined>

/** Puts the values into the path, and those that it does not name into the query. */
export function addressOf<Pattern extends Path>(
  pattern: Pattern,
  values: Record<NameIn<Pattern>, string | number> & Query,
): MadeAddress {
  const query: Query = { ...values }
  const path = pattern.replace(/:(\w+)/g, (_, name: string) => {
    delete query[name]
    return encodeURIComponent(String(values[name]))
  })
  return withQuery({ path }, query)
}

/** The values undefined, '' and [] remove a name from the query. */
export function withQuery(
  { path, query }: { path: string; query?: URLSearchParams },
  changes: Query,
): MadeAddress {
  const next = new URLSearchParams(query)
  for (const [name, value] of Object.entries(changes)) {
    next.delete(name)
    for (const one of [value ?? []].flat()) if (one !== '') next.append(name, String(one))
  }
  const text = next.toString()
  // The path is that of the open page, or `addressOf` has made it.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return (text === '' ? path : `${path}?${text}`) as MadeAddress
}

export const go: (to: Address, options?: { replace?: boolean }) => void = goTo

/** Returns the page's address as React state. Each view has its own address, which a person can send to a colleague. */
export function useAddress(): { path: string; query: URLSearchParams } {
  const path = usePathname()
  const search = useSearch()
  return useMemo(() => ({ path, query: new URLSearchParams(search) }), [path, search])
}

export function currentAddress(): string {
  return currentPath() + location.search
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
