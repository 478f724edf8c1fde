import { actorKinds } from '@ekyc/contract/console/audit-kinds'
import type { RequestOf } from '@ekyc/contract/console/shapes'

export type Asked = Omit<RequestOf<'listAudit'>, 'after' | 'limit' | 'looks'>

/** The filters that the person types as a text. */
export const words = ['actor', 'action', 'outcome', 'request', 'trace', 'address'] as const

/** Tells whether the rows of people who only looked are asked for. A chosen action may be such a look. */
export function asksForLooks(query: URLSearchParams): boolean {
  return query.has('looks') || query.has('action')
}

/** The texts come unchecked from the page's address. The server checks them. */
export function askedIn(query: URLSearchParams): Asked {
  const kind = actorKinds.find(one => one === query.get('kind'))
  const moments = (['from', 'to'] as const).filter(name => !isNaN(Date.parse(query.get(name) ?? '')))
  const told = [...moments, ...words, 'agent'].flatMap(name =>
    query.get(name) ? [[name, query.get(name)]] : [],
  )
  return { ...Object.fromEntries(told), ...(kind && { kind }) }
}
