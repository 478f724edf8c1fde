import { useEffect } from 'react'

/** After each refusal, moves the focus to the first field that it names, also for the same reason again; its text is typed over. */
export function useFocusOnRefused(refusal: unknown): void {
  useEffect(() => {
    if (!refusal) return
    const field = document.querySelector<HTMLInputElement>('input[aria-invalid]')
    field?.focus()
    field?.select()
  }, [refusal])
}
