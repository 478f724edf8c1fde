import type { Order } from '@ekyc/contract/shapes'
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query'

import { call } from '../../api/api-client.ts'
import { useSession } from '../../session/session.ts'
import type { ListView } from './list-view.ts'

export type OrderPage = { orders: Order[]; totalPages: number; totalItems: number; currentPage: number }

/** Reads one page of the agent's orders. The page before stays until the next one has loaded. */
export function useOrders({ page, from, to }: Omit<ListView, 'status'>): UseQueryResult<OrderPage> {
  const username = useSession(session => session.phone)
  return useQuery<OrderPage>({
    queryKey: ['orders', username, page, from, to],
    queryFn: ({ signal }) => call('listOrders', { username, pageNo: page, from, to }, { signal }),
    placeholderData: keepPreviousData,
  })
}
