const key = 'passkey.here'

/** Tells whether a passkey was made or used in this browser. */
export function hasPasskeyHere(): boolean {
  try {
    return localStorage.getItem(key) !== null
  } catch {
    return false
  }
}

export function notePasskeyHere(): void {
  try {
    localStorage.setItem(key, 'yes')
  } catch {
    // Without storage, the agent can still use a passkey with the passkey button.
  }
}
