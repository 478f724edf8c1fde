import { pagerRange } from '@ekyc/contract/limits'
import type { Order } from '@ekyc/contract/shapes'
import { finalStatuses, type FinalStatus } from '@ekyc/contract/words'

/** No URL may contain a reference or an order's number (decisions.md section 4), so the search is left out. */
export type ListView = { page: number } & Filter
export type Filter = { status: FinalStatus | ''; from: string; to: string }

export type Search = { id: string; isEverywhere: boolean }

export const noFilter: Filter = { status: '', from: '', to: '' }
export const firstView: ListView = { page: 1, ...noFilter }

export function readListView(query: URLSearchParams): ListView {
  const page = Number(query.get('page'))
  return {
    page: Number.isSafeInteger(page) && page >= 1 ? page : 1,
    status: finalStatuses.find(status => status === query.get('status')) ?? '',
    from: day(query.get('from')),
    to: day(query.get('to')),
  }
}

export function writeListView(view: ListView): URLSearchParams {
  const query = new URLSearchParams()
  if (view.page > 1) query.set('page', String(view.page))
  for (const name of ['status', 'from', 'to'] as const) {
    if (view[name] !== '') query.set(name, view[name])
  }
  return query
}

export function ordersShown(
  orders: readonly Order[],
  { status, search }: { status: FinalStatus | ''; search: string },
): Order[] {
  const id = search.trim().toLowerCase()
  return orders
    .filter(order => order.status !== 'INIT')
    .filter(order => status === '' || order.status === status)
    .filter(order => id === '' || order.dbsRefCode.toLowerCase() === id || order.id.toLowerCase() === id)
}

export function pagesOffered(current: number, total: number): number[] {
  const count = Math.min(pagerRange, total)
  const first = Math.max(1, Math.min(current - Math.floor(pagerRange / 2), total - count + 1))
  return Array.from({ length: count }, (_, index) => first + index)
}

function day(text: string | null): string {
  return text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : ''
}
