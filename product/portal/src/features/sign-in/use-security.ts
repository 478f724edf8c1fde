import type { AnswerOf } from '@ekyc/contract/shapes'
import { useQuery, useQueryClient } from '@tanstack/react-query'

import { call } from '../../api/api-client.ts'
import { useSession } from '../../session/session.ts'

type Security = AnswerOf<'getSecurity'>

/** Changes the shown passkeys and sessions after the server has confirmed the change. */
export type ChangeSecurity = (how: (security: Security) => Security) => Promise<void>

/** Each screen reads the passkeys and sessions again. */
export function useSecurity() {
  const username = useSession(session => session.phone)
  const queryClient = useQueryClient()
  const queryKey = ['security', username]
  const read = ({ signal }: { signal: AbortSignal }) => call('getSecurity', { username }, { signal })
  const change: ChangeSecurity = async how => {
    // A read that is still running would bring the removed item back, so the read is cancelled.
    await queryClient.cancelQueries({ queryKey })
    queryClient.setQueryData<Security>(queryKey, security => security && how(security))
  }
  return { query: useQuery<Security>({ queryKey, queryFn: read, staleTime: 0 }), change }
}
