/** Decodes strict base64 after removing white space, because drivers wrap it in lines; undefined when it is invalid. */
export function readBase64(text: string): { text: string; bytes: Uint8Array<ArrayBuffer> } | undefined {
  const compact = text.replace(/\s/g, '')
  try {
    const decoded = atob(compact)
    // atob accepts missing padding and unused bits that are not zero, so several texts have the same bytes.
    if (compact === '' || btoa(decoded) !== compact) return undefined
    return { text: compact, bytes: Uint8Array.from(decoded, character => character.charCodeAt(0)) }
  } catch {
    return undefined
  }
}
