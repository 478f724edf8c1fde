import { useEffect } from 'react'
import { referenceMaxLength } from '@ekyc/contract/limits'

import { serveNext } from '../session/next-customer.ts'
import { branding } from '../api/branding.ts'

/**
 * Opens Do KYC with a reference that the agent pastes anywhere on the screen, except into a text field. The server is not
 * asked about other pasted texts, because it counts unknown references.
 */
export function usePastedReference(): void {
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const reference = event.clipboardData?.getData('text').trim() ?? ''
      if (event.target instanceof HTMLInputElement || !isReference(reference)) return
      event.preventDefault()
      serveNext(reference)
    }
    window.addEventListener('paste', onPaste)
    return () => window.removeEventListener('paste', onPaste)
  }, [])
}

/** The pattern of a reference if the bank has set none. It requires a digit, so that no ordinary word matches. */
const usualPattern = '(?=.*[0-9])[A-Za-z0-9/-]{4,}'

/** Tells whether a text that was not typed into the reference field has the form of the bank's references. */
function isReference(text: string): boolean {
  const { referencePattern = usualPattern } = branding()
  return text.length <= referenceMaxLength && new RegExp(`^(?:${referencePattern})$`).test(text)
}
