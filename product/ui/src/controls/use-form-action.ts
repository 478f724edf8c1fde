import { startTransition, useActionState, useState } from 'react'

import { usePathname } from '../browser/location.ts'

/**
 * Uses React's useActionState for a Form. While an action waits for its answer, React delays every transition of the
 * page, even on the next screen. Other forms therefore call their action directly, outside a transition. The form is
 * pending until the next screen has replaced the form's own screen.
 */
export function useFormAction<State>(
  answerTo: (before: State, fields: FormData) => Promise<State>,
  first: State,
): [State, (fields: FormData) => void, boolean] {
  const [state, act, isPending] = useActionState<State, FormData>(answerTo, first as Awaited<State>)
  const path = usePathname()
  const [ownPath] = useState(path)
  return [state, fields => startTransition(() => act(fields)), isPending || path !== ownPath]
}
