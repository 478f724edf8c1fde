import { QueryClient } from '@tanstack/react-query'

import { CallFailed } from '@ekyc/ui/call-errors.ts'

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        // Lets a query run and fail without a network. network-banner.tsx refetches failed queries when the server is
        // reachable.
        networkMode: 'always',
        // Retries once, and only after a broken connection: a refused call would be refused again, and a busy server
        // must not get more load.
        retry: (failures, error) => failures < 1 && error instanceof CallFailed && error.kind === 'network',
      },
    },
  })
}
