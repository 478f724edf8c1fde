import { glossary } from './glossary.ts'
import type { Translated } from './languages.ts'

/** The maximum width of a translation, in widths of its English text. Tamil and Malayalam need two such widths. */
const timesTheEnglish = 2.1
const leastWidth = 12

/** A letter is a grapheme, which a reader sees as one letter. */
export function letterLimit(language: Translated, english: string): number {
  const width = Math.max(leastWidth, lettersIn('en', english)) * timesTheEnglish
  return Math.floor(width / glossary.languages[language].letterWidth)
}

function lettersIn(locale: string, text: string): number {
  return [...new Intl.Segmenter(locale, { granularity: 'grapheme' }).segment(text)].length
}
