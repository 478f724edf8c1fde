/** One text that the browser keeps for this origin. Without storage nothing is kept, and nothing fails. */
export function storedText(kind: 'localStorage' | 'sessionStorage', key: string) {
  return {
    read: () => attempt(storage => storage.getItem(key)) ?? undefined,
    /** Undefined if the text is no JSON: other scripts of the origin may have written it. */
    json: () => attempt((storage): unknown => JSON.parse(storage.getItem(key) ?? '')),
    write: (text: string) => attempt(storage => storage.setItem(key, text)),
    forget: () => attempt(storage => storage.removeItem(key)),
  }

  function attempt<Answer>(ask: (storage: Storage) => Answer): Answer | undefined {
    try {
      return ask(window[kind])
    } catch {
      return undefined
    }
  }
}
