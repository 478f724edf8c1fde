import { QueryClient } from '@tanstack/react-query'

import { NoAnswer } from '../session/call-errors.ts'

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // Each look is an act of its own in the audit trail, so that a page asks once, and again when it is told to.
        staleTime: 10_000,
        refetchOnWindowFocus: false,
        networkMode: 'always',
        retry: (failures, error) => failures < 1 && error instanceof NoAnswer,
      },
      mutations: { networkMode: 'always' },
    },
  })
}
