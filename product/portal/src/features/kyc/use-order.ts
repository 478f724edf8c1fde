import type { OrderDetails } from '@ekyc/contract/shapes'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'

import { call } from '../../api/api-client.ts'
import { useSession } from '../../session/session.ts'

export function useOrder(orderId: string): UseQueryResult<OrderDetails> {
  const username = useSession(session => session.phone)
  return useQuery({
    queryKey: ['orders', username, 'one', orderId],
    queryFn: async ({ signal }) => (await call('getOrder', { username, orderId }, { signal })).order,
    enabled: orderId !== '',
  })
}
