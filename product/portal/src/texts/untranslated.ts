type Texts = Readonly<Record<string, string>>

/**
 * Returns the texts of a language, with the English text for each that it lacks. Such a text stands between Unicode's
 * isolates, U+2068 and U+2069, which have no width: it looks right also where nothing can say that it is English.
 */
export function withEnglish(texts: Texts, english: Texts): Texts {
  return Object.fromEntries(
    Object.entries(english).map(([key, text]) => [key, texts[key] || `\u2068${text}\u2069`]),
  )
}

/** Splits a text at its English parts: those with an odd index are English. Other content is one part. */
export function englishParts(content: unknown): unknown[] {
  return typeof content === 'string' ? content.split(/\u2068([^]*?)\u2069/) : [content]
}

/** For a file that a program reads. */
export function withoutMarks(text: string): string {
  return text.replaceAll(/[\u2068\u2069]/g, '')
}
