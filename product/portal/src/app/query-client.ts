import { QueryClient } from '@tanstack/react-query'

import { CallFailed } from '@ekyc/ui/call-errors.ts'

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        // A failed query shows its error; network-banner.tsx refetches it when the server is reachable.
        networkMode: 'always',
        // Only a broken connection is retried, once: a refused call would be refused again, and a busy server must
        // not get more load.
        retry: (failures, error) => failures < 1 && error instanceof CallFailed && error.kind === 'network',
      },
    },
  })
}
