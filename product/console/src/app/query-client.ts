import { QueryClient } from '@tanstack/react-query'

import { NoAnswer } from '../session/call-errors.ts'

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // The audit trail records every read, so a page reads its data once, and again only when the page asks for
        // that.
        staleTime: 10_000,
        refetchOnWindowFocus: false,
        networkMode: 'always',
        retry: (failures, error) => failures < 1 && error instanceof NoAnswer,
      },
      mutations: { networkMode: 'always' },
    },
  })
}
