type Texts = Readonly<Record<string, string>>

/**
 * Adds the English text for each text that a language lacks. The marks U+2068 and U+2069 (Unicode's isolates) enclose
 * each added text. The marks have no width, so the text looks right even where no attribute can mark it as English.
 */
export function withEnglish(texts: Texts, english: Texts): Texts {
  return Object.fromEntries(
    Object.entries(english).map(([key, text]) => [key, texts[key] || `\u2068${text}\u2069`]),
  )
}

/** Splits a text into parts, of which the English parts have odd indexes. Returns any other content as one part. */
export function englishParts(content: unknown): unknown[] {
  return typeof content === 'string' ? content.split(/\u2068([^]*?)\u2069/) : [content]
}

/** Removes the marks U+2068 and U+2069 from a text, for a file that a program reads. */
export function withoutMarks(text: string): string {
  return text.replaceAll(/[\u2068\u2069]/g, '')
}
