import type { ConsoleCallName } from '@ekyc/contract/console/calls'
import type { ActName } from '@ekyc/contract/console/acts'
import type { AnswerOf, RequestOf } from '@ekyc/contract/console/shapes'
import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query'

import { call } from './call.ts'
import { prove } from './prove.ts'

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
