declare global {
  interface Window {
    /** The button that submitted the form before the script had loaded, kept by vite/keep-early-press.js. */
    earlyPress?: HTMLButtonElement | null | undefined
  }
}

/** Repeats a submit that came before the script, with the fields as they are now. */
export function sendEarlyPress(form: HTMLFormElement | null): void {
  const button = window.earlyPress
  if (!form || !button || button.form !== form) return
  window.earlyPress = undefined
  button.removeAttribute('aria-busy')
  form.requestSubmit(button)
}
