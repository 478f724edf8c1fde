import { startTransition, useActionState } from 'react'

/**
 * React's useActionState for a Form. While an action waits for its answer, React delays every transition of the page,
 * even on the next screen; so other forms call their action directly, outside a transition.
 */
export function useFormAction<State>(
  answerTo: (before: State, fields: FormData) => Promise<State>,
  first: State,
): [State, (fields: FormData) => void, boolean] {
  const [state, act, isPending] = useActionState<State, FormData>(answerTo, first as Awaited<State>)
  return [state, fields => startTransition(() => act(fields)), isPending]
}
