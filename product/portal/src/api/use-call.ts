import type { RequestOf } from '@ekyc/contract/shapes'
import { useQuery, useQueryClient, type UseQueryOptions, type UseQueryResult } from '@tanstack/react-query'

import { call, type Answered, type PortalCall } from './api-client.ts'

/** Reads by a call of the contract. Name and request of the call are the key of its cached answer. */
export function useCall<N extends PortalCall>(
  name: N,
  request: RequestOf<N>,
  options: Pick<UseQueryOptions<Answered<N>>, 'enabled' | 'placeholderData' | 'staleTime'> = {},
): UseQueryResult<Answered<N>> {
  return useQuery({
    queryKey: [name, request],
    queryFn: ({ signal }) => call(name, request, { signal }),
    ...options,
  })
}

export function useAnswerChange<N extends PortalCall>(name: N, request: RequestOf<N>) {
  const queries = useQueryClient()
  const queryKey = [name, request]
  return async (how: (answer: Answered<N>) => Answered<N>) => {
    // A read that is still running would bring the old answer back, so the read is cancelled.
    await queries.cancelQueries({ queryKey })
    queries.setQueryData<Answered<N>>(queryKey, answer => answer && how(answer))
  }
}
