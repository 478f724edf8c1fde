import { useEffect } from 'react'

import { serveNext } from '../session/fresh-kyc.ts'
import { isReference } from './is-reference.ts'

/** A hand-held scanner leaves less time between two characters; a person leaves more. */
const keyGapMs = 60

/**
 * Serves the customer whose reference is pasted anywhere on the screen, or typed by a hand-held scanner, which ends with
 * Enter. A text field keeps what is pasted or typed into it.
 */
export function useHandedReference(): void {
  useEffect(() => {
    let scanned = ''
    let lastKeyAt = 0
    const onPaste = (event: ClipboardEvent) => take(event, event.clipboardData?.getData('text') ?? '')
    const onKey = (event: KeyboardEvent) => {
      if (event.timeStamp - lastKeyAt > keyGapMs) scanned = ''
      lastKeyAt = event.timeStamp
      if (event.key === 'Enter') take(event, scanned)
      else if (event.key.length === 1) scanned += event.key
    }
    window.addEventListener('paste', onPaste)
    // The listener comes before the focused control, which Enter would press.
    window.addEventListener('keydown', onKey, { capture: true })
    return () => {
      window.removeEventListener('paste', onPaste)
      window.removeEventListener('keydown', onKey, { capture: true })
    }
  }, [])
}

function take(event: Event, text: string): void {
  const reference = text.trim()
  if (event.target instanceof HTMLInputElement || !isReference(reference)) return
  event.preventDefault()
  event.stopPropagation()
  serveNext(reference)
}
