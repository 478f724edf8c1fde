import { glossary } from './glossary.ts'
import type { Translated } from './languages.ts'

/** The screens hold texts of twice the width of the English: Tamil and Malayalam need it (docs/languages.md). */
const timesTheEnglish = 2.1
const leastWidth = 12

/** Returns how many letters a translation may have. A letter is what a reader sees as one: a grapheme. */
export function letterLimit(language: Translated, english: string): number {
  const width = Math.max(leastWidth, lettersIn('en', english)) * timesTheEnglish
  return Math.floor(width / glossary.languages[language].letterWidth)
}

export function lettersIn(locale: string, text: string): number {
  return [...new Intl.Segmenter(locale, { granularity: 'grapheme' }).segment(text)].length
}
