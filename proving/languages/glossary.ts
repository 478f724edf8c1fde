import file from './glossary.json' with { type: 'json' }
import type { Translated } from './languages.ts'
import { withoutQuotes } from './latin.ts'
import { patterns } from './patterns.ts'

type TermId = keyof typeof patterns
type Word = { word: string; stems: string[]; avoid?: Record<string, string> }
export type Term = { id: TermId; english: string; words: Record<Translated, Word> }

/**
 * The terms and their words in each language. A text contains a term if it has one of the term's stems. `avoid` lists
 * words to avoid, each with its meaning or the place where somebody saw the word.
 */
export const glossary = file as unknown as {
  languages: Record<Translated, { unicodeBlock: string; fullStop: '।' | '.'; letterWidth: number }>
  terms: Term[]
  consentFacts: { fact: string; in: string; term?: TermId; stems?: Record<Translated, string[]> }[]
  examples: { key: string; english: string; terms: TermId[]; texts: Record<Translated, string> }[]
}

/** The terms that a text may express in other words, such as "10 minutes later" for "wait 10 minutes". */
const mayBeSaidOtherwise = new Set<TermId>(['capture-scan', 'wait'])

export function glossaryGaps(language: Translated): string[] {
  const { languages, terms, consentFacts, examples } = glossary
  const has = (words?: object) => !words || Object.hasOwn(words, language)
  return [
    ...(has(languages) ? [] : ['languages']),
    ...terms.flatMap(({ id, words }) => (has(words) ? [] : [id])),
    ...consentFacts.flatMap(({ fact, stems }) => (has(stems) ? [] : [fact])),
    ...(examples.every(({ texts }) => has(texts)) ? [] : ['examples']),
  ]
}

/** The quoted words of a browser do not count. */
export function termsOf(english: string): Term[] {
  const words = withoutQuotes(english).replaceAll(/\{\w+\}/g, ' ')
  return glossary.terms.filter(({ id }) => patterns[id].test(words))
}

export function glossaryProblems(language: Translated, english: string, text: string): string[] {
  const bare = withoutJoiners(text)
  const carried = termsOf(english).map(({ id, words }) => ({ id, ...words[language] }))
  const right = carried.flatMap(({ word, stems }) => [word, ...stems]).map(withoutJoiners)
  return carried.flatMap(({ id, stems, avoid = {} }) => {
    const isThere = stems.some(stem => bare.includes(withoutJoiners(stem)))
    const wrong = Object.entries(avoid)
      .map(([word, meaning]) => ({ word: withoutJoiners(word), meaning }))
      // Skips a word to avoid if a right word contains it: a right word for this term, or for another term of the text.
      .filter(({ word }) => !right.some(words => words.includes(word)) && hasWord(bare, word))
    return [
      ...(isThere || mayBeSaidOtherwise.has(id) ? [] : [`lacks the word for ${id}: ${stems.join(' or ')}`]),
      ...wrong.map(({ word, meaning }) => `has ${word} (${meaning}) for ${id}`),
    ]
  })
}

/** Removes the joiners U+200C and U+200D, because spellings with and without joiners are the same word. */
export function withoutJoiners(text: string): string {
  return text.normalize('NFC').replaceAll(/\u200c|\u200d/g, '')
}

function hasWord(text: string, word: string): boolean {
  return new RegExp(`(?<![\\p{L}\\p{M}])${word.replaceAll('.', '\\.')}(?![\\p{L}\\p{M}])`, 'u').test(text)
}
