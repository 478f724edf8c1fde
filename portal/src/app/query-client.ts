import { QueryClient } from '@tanstack/react-query'

import { CallFailed } from '../api/call-errors.ts'

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        // What cannot be read says so, and is read again when the server is reached (network-banner.tsx).
        networkMode: 'always',
        // A refusal stays one. A broken line gets one more try; a throttled or loaded server must not get more load.
        retry: (failures, error) => failures < 1 && error instanceof CallFailed && error.kind === 'network',
      },
    },
  })
}
