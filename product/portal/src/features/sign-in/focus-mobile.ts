/** Focuses the log-in's number on a device with a keyboard. On a phone the focus would open one over the screen. */
export function focusMobile(): void {
  const isAgentElsewhere = document.activeElement?.matches('a, button, input, select')
  if (isAgentElsewhere || !matchMedia('(hover: hover) and (pointer: fine)').matches) return
  document.querySelector<HTMLInputElement>('input[name=mobile]')?.focus()
}
