/** Decodes strict base64, or returns undefined. Ignores white space, because drivers break the text into lines. */
export function readBase64(text: string): { text: string; bytes: Uint8Array<ArrayBuffer> } | undefined {
  const compact = text.replace(/\s/g, '')
  try {
    const decoded = atob(compact)
    // atob also accepts missing padding and unused bits that are not zero. This check refuses such texts, because
    // several of them decode to the same bytes.
    if (compact === '' || btoa(decoded) !== compact) return undefined
    return { text: compact, bytes: Uint8Array.from(decoded, character => character.charCodeAt(0)) }
  } catch {
    return undefined
  }
}
