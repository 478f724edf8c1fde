import type { MonthStatistics } from '@ekyc/contract/shapes'
import type { Timeframe } from '@ekyc/contract/words'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'

import { call } from '../../api/api-client.ts'
import { useSession } from '../../session/session.ts'

export function useStatistics(timeframe: Timeframe): UseQueryResult<MonthStatistics[]> {
  const id = useSession(session => session.phone)
  return useQuery({
    queryKey: ['statistics', id, timeframe],
    queryFn: async ({ signal }) =>
      (await call('getStatistics', { id, timeframe }, { signal })).userStatistics,
  })
}
