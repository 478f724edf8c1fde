import { startTransition, useActionState, useState } from 'react'

import { usePathname } from './location.ts'

/**
 * React's useActionState for a Form. While an action waits for its answer, React delays every transition of the page,
 * even on the next screen; so other forms call their action directly, outside a transition. The form counts as pending
 * until the next screen has replaced its own.
 */
export function useFormAction<State>(
  answerTo: (before: State, fields: FormData) => Promise<State>,
  first: State,
  /** Names the screen at a path, for a screen that has several. */
  screenAt = (path: string) => path,
): [State, (fields: FormData) => void, boolean] {
  const [state, act, isPending] = useActionState<State, FormData>(answerTo, first as Awaited<State>)
  const screen = screenAt(usePathname())
  const [ownScreen] = useState(screen)
  return [state, fields => startTransition(() => act(fields)), isPending || screen !== ownScreen]
}
