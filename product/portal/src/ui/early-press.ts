/** Repeats a submit that came before the script (early.ts), with the fields as they are now. */
export function sendEarlyPress(form: HTMLFormElement | null): void {
  const { early } = globalThis
  const button = early?.button
  if (!early || !(button instanceof HTMLButtonElement) || !form || button.form !== form) return
  early.button = undefined
  button.removeAttribute('aria-busy')
  form.requestSubmit(button)
}
