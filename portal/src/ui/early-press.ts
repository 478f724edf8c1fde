declare global {
  interface Window {
    /** The button by which a form was sent before the script came: vite/keep-early-press.js keeps it. */
    earlyPress?: HTMLButtonElement | null | undefined
  }
}

/** Sends a form that was sent too early, with its fields as they stand now. */
export function sendEarlyPress(form: HTMLFormElement | null): void {
  const button = window.earlyPress
  if (!form || !button || button.form !== form) return
  window.earlyPress = undefined
  button.removeAttribute('aria-busy')
  form.requestSubmit(button)
}
