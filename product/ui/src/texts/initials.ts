/** Returns the first letters of a name's first and last word. A letter of an Indian script keeps its vowel sign. */
export function initials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  return [words[0], words.length > 1 ? words.at(-1) : '']
    .map(word => word?.match(/\p{L}\p{M}*/u)?.[0] ?? '')
    .join('')
    .toUpperCase()
}
