import { useEffect } from 'react'

/** Each new `refusal` object moves the focus again, even if the reason is the same. */
export function useFocusOnRefused(refusal: unknown): void {
  useEffect(() => {
    if (!refusal) return
    const field = document.querySelector<HTMLInputElement>('input[aria-invalid]')
    field?.focus()
    field?.select()
  }, [refusal])
}
