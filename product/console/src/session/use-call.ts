import { watchedCall, type ConsoleCallName } from '@ekyc/contract/console/calls'
import type { AnswerOf, RequestOf } from '@ekyc/contract/console/shapes'
import {
  keepPreviousData,
  useMutation,
  useQuery,
  useQueryClient,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query'
import { useRef } from 'react'
import type { ActName } from '@ekyc/contract/console/acts'

import { NoAnswer, call, newKey } from './call.ts'
import { prove } from './prove.ts'

const againEveryMs = 2_000
const watchedEveryMs = 15_000

/**
 * Reads data by a call. While the next page of a list loads, the previous page stays visible. The watched call is made
 * again every 15 s, as long as the browser shows the page.
 * @param options.goesOn tells whether the server still works on the data; if so, the hook reads the data every 2 s
 */
export function useCall<Name extends ConsoleCallName>(
  name: Name,
  request: RequestOf<Name>,
  { enabled = true, goesOn }: { enabled?: boolean; goesOn?: (answer: AnswerOf<Name>) => boolean } = {},
): UseQueryResult<AnswerOf<Name>> {
  return useQuery({
    queryKey: [name, request],
    queryFn: ({ signal }) => call(name, request, { signal }),
    placeholderData: keepPreviousData,
    enabled,
    refetchInterval: ({ state: { data } }) => {
      if (name === watchedCall) return watchedEveryMs
      return data !== undefined && goesOn?.(data) === true && againEveryMs
    },
  })
}

/**
 * Returns a mutation that changes data by a call. After the call, all shown data are read again. If the answer was
 * lost, a second press uses the same idempotency key, so that the change is made once.
 */
export function useChange<Name extends ConsoleCallName>(
  name: Name,
): UseMutationResult<AnswerOf<Name>, Error, RequestOf<Name>> {
  const queries = useQueryClient()
  const lost = useRef<{ request: string; key: string } | undefined>(undefined)
  return useMutation({
    mutationFn: async (request: RequestOf<Name>) => {
      const text = JSON.stringify(request)
      const key = lost.current?.request === text ? lost.current.key : newKey()
      try {
        const answer = await call(name, request, { key })
        lost.current = undefined
        return answer
      } catch (error) {
        lost.current = error instanceof NoAnswer ? { request: text, key } : undefined
        throw error
      }
    },
    // Not awaited: the callbacks of `mutate` would come late, and not at all if the new data take the form away.
    onSettled: () => void queries.invalidateQueries(),
  })
}

/** The proof of who acts is bound to the whole request. */
export function useProvenChange<Name extends ConsoleCallName>(
  name: Name,
  act: ActName,
): UseMutationResult<AnswerOf<Name>, Error, Omit<RequestOf<Name>, 'proof'>> {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (request: Omit<RequestOf<Name>, 'proof'>) => {
      const proof = await prove(act, request)
      return call(name, { ...request, proof } as unknown as RequestOf<Name>)
    },
    // Not awaited: the callbacks of `mutate` would come late, and not at all if the new data take the form away.
    onSettled: () => void queries.invalidateQueries(),
  })
}
