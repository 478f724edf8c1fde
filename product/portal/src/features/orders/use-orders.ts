import type { AnswerOf } from '@ekyc/contract/shapes'
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query'

import { call } from '../../api/api-client.ts'
import { useSession } from '../../session/session.ts'
import type { Filter, ListView } from './list-view.ts'

export function useOrders({ page, ...filter }: ListView): UseQueryResult<AnswerOf<'listOrders'>> {
  const username = useSession(session => session.phone)
  return useQuery({
    queryKey: ['orders', username, page, filter],
    queryFn: ({ signal }) => call('listOrders', { username, pageNo: page, ...filter }, { signal }),
    placeholderData: keepPreviousData,
  })
}

/** Searches all orders of the agent for one whole id. */
export function useFoundOrders(query: string, filter: Filter): UseQueryResult<AnswerOf<'findOrders'>> {
  const username = useSession(session => session.phone)
  return useQuery({
    queryKey: ['orders', username, 'found', query, filter],
    queryFn: ({ signal }) => call('findOrders', { username, query, ...filter }, { signal }),
    enabled: query !== '',
  })
}
