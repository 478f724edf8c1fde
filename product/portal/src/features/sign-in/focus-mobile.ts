import { hasKeyboard } from '../../ui/has-keyboard.ts'

/** Focuses the log-in's number on a device with a keyboard. */
export function focusMobile(): void {
  const isAgentElsewhere = document.activeElement?.matches('a, button, input, select')
  if (isAgentElsewhere || !hasKeyboard()) return
  const field = document.querySelector<HTMLInputElement>('input[name=mobile]')
  field?.focus()
  // Another agent types over the number of the last session.
  field?.select()
}
