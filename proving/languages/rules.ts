import { glossary, glossaryProblems } from './glossary.ts'
import type { Translated } from './languages.ts'
import { latinLeft, withoutKept } from './latin.ts'

export type Text = {
  language: Translated
  english: string
  text: string
  /** The Hindi text of the same key. A rule compares Marathi texts with Hindi texts, which have the same script. */
  hindi?: string | undefined
}

type Rule = (text: Text) => string[]

/** The rules of docs/languages.md for every translated text. */
export const rules = {
  english: ({ english, text }) => latinLeft(english, text),
  script: ({ language, text }) => {
    const [first = 0, last = 0] = glossary.languages[language].unicodeBlock
      .split('-')
      .map(hex => parseInt(hex, 16))
    const foreign = (text.match(/(?![A-Za-z])[\p{L}\p{M}]/gu) ?? []).filter(letter => {
      const code = letter.codePointAt(0) ?? 0
      return code < first || code > last
    })
    return foreign.length > 0 ? [`has letters of another script: ${foreign.join(' ')}`] : []
  },
  hindi: ({ language, text, hindi }) =>
    // A text of one or two words may be the same in both languages.
    language === 'mr' && text === hindi && wordsIn(text) > 2 ? ['is the Hindi text'] : [],
  placeholders: ({ english, text }) => {
    const [wanted, found] = [placeholders(english), placeholders(text)]
    return wanted === found ? [] : [`has the placeholders ${found || 'none'} instead of ${wanted || 'none'}`]
  },
  sentences: ({ language, english, text }) => {
    const [wanted, found] = [sentences('en', english), sentences(`${language}-IN`, text)]
    return wanted === found ? [] : [`has ${found} sentences instead of ${wanted}`]
  },
  ending: ({ english, text }) => {
    const [wanted, found] = [ending(english), ending(text)]
    return wanted === found ? [] : [`ends with ${found} instead of ${wanted}`]
  },
  fullStop: ({ language, english, text }) => {
    const { fullStop } = glossary.languages[language]
    const wrong = fullStop === '।' ? /(?<!\.)\.(?=["”’)\s]|$)/ : /।/
    return [
      ...(wrong.test(withoutKept(english, text)) ? [`needs ${fullStop} as its full stop`] : []),
      ...(/\s।/.test(text) ? ['has a space before the danda'] : []),
    ]
  },
  characters: ({ text }) => {
    const marks = text.match(/\u200d|[\u200b\ufeff\u00a0\u200e\u200f\u00ad\u09f7\u0965|]/g) ?? []
    return [
      ...marks.map(
        letter => `has the forbidden character U+${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
      ),
      ...(text !== text.trim() || text.includes('  ') ? ['has a space too many'] : []),
      ...(/<\/?\w/.test(text) ? ['has HTML'] : []),
    ]
  },
  nfc: ({ text }) => (text === text.normalize('NFC') ? [] : ['is not in normal form C']),
  joiners: ({ text }) =>
    /(?<![\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d])\u200c|\u200c(?!\p{L})/u.test(text)
      ? ['has U+200C elsewhere than between a virama and a consonant']
      : [],
  digits: ({ text }) => (/(?![0-9])\p{Nd}/u.test(text) ? ['has digits other than 0 to 9'] : []),
  glossary: ({ language, english, text }) => glossaryProblems(language, english, text),
} satisfies Record<string, Rule>

export type RuleName = keyof typeof rules

export const ruleNames = Object.keys(rules) as RuleName[]

function wordsIn(text: string): number {
  return text.replaceAll(/\{\w+\}/g, ' ').match(/[\p{L}\p{M}]+/gu)?.length ?? 0
}

function placeholders(text: string): string {
  return [...text.matchAll(/\{\w+\}/g)]
    .map(([place]) => place)
    .toSorted()
    .join(' ')
}

const segmenters: Record<string, Intl.Segmenter> = {}

function sentences(locale: string, text: string): number {
  const segmenter = (segmenters[locale] ??= new Intl.Segmenter(locale, { granularity: 'sentence' }))
  return [...segmenter.segment(text.replaceAll(/\{\w+\}/g, 'X'))].length
}

function ending(text: string): string {
  const last = text.replace(/["”’)\s]+$/, '').at(-1) ?? ''
  if ('।.'.includes(last)) return 'a full stop'
  return '?!:…'.includes(last) ? last : 'no sign'
}
