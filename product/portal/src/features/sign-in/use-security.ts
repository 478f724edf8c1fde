import type { AnswerOf } from '@ekyc/contract/shapes'
import { useQuery, useQueryClient } from '@tanstack/react-query'

import { call } from '../../api/api-client.ts'
import { useSession } from '../../session/session.ts'

type Security = AnswerOf<'getSecurity'>

/** Shows a change that the server has confirmed. */
export type ChangeSecurity = (how: (security: Security) => Security) => Promise<void>

/** The agent's passkeys and sessions, read anew by each screen that shows them. */
export function useSecurity() {
  const username = useSession(session => session.phone)
  const queryClient = useQueryClient()
  const queryKey = ['security', username]
  const read = ({ signal }: { signal: AbortSignal }) => call('getSecurity', { username }, { signal })
  const change: ChangeSecurity = async how => {
    // An answer under way would bring the removed back.
    await queryClient.cancelQueries({ queryKey })
    queryClient.setQueryData<Security>(queryKey, security => security && how(security))
  }
  return { query: useQuery<Security>({ queryKey, queryFn: read, staleTime: 0 }), change }
}
