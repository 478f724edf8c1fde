import { describe, expect, test } from 'vitest'

import { translated } from './languages.ts'
import { shownTexts } from './shown-texts.ts'
import { canSpell, readAccepted, spellingProblems } from './spelling.ts'

const graphemes = new Intl.Segmenter('hi', { granularity: 'grapheme' })

describe.each(translated)('the accepted words of %s', language => {
  const texts = shownTexts(language)
  const isSkipped = !canSpell(language)

  test.skipIf(isSkipped)('are those of the texts that the dictionary does not know', () => {
    expect(spellingProblems(language, texts)).toEqual([])
  })

  test('are sorted', () => {
    const words = readAccepted(language)
    expect(words.length).toBeGreaterThan(50)
    expect(words).toEqual([...new Set(words)].toSorted())
  })

  test.skipIf(isSkipped)('hide no typing error: a text with two letters swapped is found', () => {
    const consent = Object.keys(texts).filter(key => /default.*consent(?!.*heading)/.test(key))
    expect(consent).toHaveLength(5)
    for (const key of consent) {
      const swapped = withTypingError(texts[key] ?? '')
      expect(spellingProblems(language, { swapped })).toContainEqual(expect.stringContaining('swapped: '))
    }
  })

  test.skipIf(isSkipped)('have no place for a word that no text has any more', () => {
    expect(spellingProblems(language, texts, [...readAccepted(language), 'एकभीनहीं'])).toEqual([
      `एकभीनहीं is accepted without a need. Remove it with: npm run texts -- spelling ${language}`,
    ])
  })
})

function withTypingError(text: string): string {
  const words: string[] = text.match(/(?![A-Za-z])[\p{L}\p{M}\u200c]+/gu) ?? []
  const [longest = ''] = words.toSorted((one, other) => lettersOf(other).length - lettersOf(one).length)
  const [first, second, third, ...rest] = lettersOf(longest)
  return text.replace(longest, [first, third, second, ...rest].join(''))
}

function lettersOf(word: string): string[] {
  return [...graphemes.segment(word)].map(({ segment }) => segment)
}
