import { useEffect } from 'react'

import { serveNext } from '../session/fresh-kyc.ts'
import { isReference } from './is-reference.ts'

/** The longest time between two characters of a hand-held scanner, in ms. A person types more slowly. */
const keyGapMs = 60

/**
 * Opens Do KYC with a reference that the agent pastes anywhere on the screen, or that a hand-held scanner types and
 * ends with Enter. If a text field has the focus, the field gets the text as usual.
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
    // The listener runs before the focused control, because Enter would press that control.
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
