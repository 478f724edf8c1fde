import { useEffect } from 'react'

/**
 * Moves the focus to the first refused field after each refusal, and selects the field's text. A second refusal for the
 * same reason moves the focus again.
 */
export function useFocusOnRefused(refusal: unknown): void {
  useEffect(() => {
    if (!refusal) return
    const field = document.querySelector<HTMLInputElement>('input[aria-invalid]')
    field?.focus()
    field?.select()
  }, [refusal])
}
