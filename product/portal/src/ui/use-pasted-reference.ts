import { useEffect } from 'react'

import { serveNext } from '../session/fresh-kyc.ts'
import { isReference } from './is-reference.ts'

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
