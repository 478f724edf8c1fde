type Texts = Readonly<Record<string, string>>

/**
 * Adds the English text for each text that a language lacks. The marks U+2068 and U+2069 (Unicode's isolates) enclose
 * such a text. They have no width, so it looks right even where no attribute can say that it is English.
 */
export function withEnglish(texts: Texts, english: Texts): Texts {
  return Object.fromEntries(
    Object.entries(english).map(([key, text]) => [key, texts[key] || `\u2068${text}\u2069`]),
  )
}

/** Splits a text at its English parts, which get the odd indexes. Content that is not a text stays one part. */
export function englishParts(content: unknown): unknown[] {
  return typeof content === 'string' ? content.split(/\u2068([^]*?)\u2069/) : [content]
}

/** Removes the marks, for a file that a program reads. */
export function withoutMarks(text: string): string {
  return text.replaceAll(/[\u2068\u2069]/g, '')
}
