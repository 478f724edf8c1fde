import { QueryClient } from '@tanstack/react-query'

import { NoAnswer } from '../session/call-errors.ts'

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // The audit trail records every read. A component that mounts again within 10 s therefore causes no new read,
        // and neither does a window that gets the focus.
        staleTime: 10_000,
        refetchOnWindowFocus: false,
        networkMode: 'always',
        retry: (failures, error) => failures < 1 && error instanceof NoAnswer,
      },
      mutations: { networkMode: 'always' },
    },
  })
}
