/** Repeats the submit that the agent pressed before the portal loaded (early.ts), with the fields' present values. */
export function sendEarlyPress(form: HTMLFormElement | null): void {
  const { early } = globalThis
  const button = early?.button
  if (!early || !(button instanceof HTMLButtonElement) || !form || button.form !== form) return
  early.button = undefined
  button.removeAttribute('aria-busy')
  form.requestSubmit(button)
}
