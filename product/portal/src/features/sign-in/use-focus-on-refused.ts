import { useEffect } from 'react'

/**
 * After each refusal, moves the focus to the first refused field and selects its text, even if the reason is the same
 * again.
 */
export function useFocusOnRefused(refusal: unknown): void {
  useEffect(() => {
    if (!refusal) return
    const field = document.querySelector<HTMLInputElement>('input[aria-invalid]')
    field?.focus()
    field?.select()
  }, [refusal])
}
