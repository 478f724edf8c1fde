/** Focuses the log-in's number on a device with a keyboard. On a phone the focus would open one over the screen. */
export function focusMobile(): void {
  const isAgentElsewhere = document.activeElement?.matches('a, button, input, select')
  if (isAgentElsewhere || !matchMedia('(hover: hover) and (pointer: fine)').matches) return
  const field = document.querySelector<HTMLInputElement>('input[name=mobile]')
  field?.focus()
  // Another agent types over the number of the last session.
  field?.select()
}
