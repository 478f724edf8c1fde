import { describe, expect, test } from 'vitest'

import { glossary, termsOf, withoutJoiners } from './glossary.ts'
import { translated, type Translated } from './languages.ts'
import { ruleNames, rules, type RuleName } from './rules.ts'

const examples = glossary.examples.flatMap(example =>
  translated
    .filter(language => language in example.texts)
    .map(language => ({ ...example, language, text: example.texts[language] })),
)

type Example = (typeof examples)[number]

const brokenBy = ({ language, english, texts }: Example, text: string) =>
  ruleNames.filter(name => rules[name]({ language, english, text, hindi: texts.hi }).length > 0)

test('every example keeps every rule', () => {
  expect(examples.flatMap(example => brokenBy(example, example.text))).toEqual([])
})

/** Each twist makes a text wrong in one way; a twist that does not apply to a text returns undefined. */
const twists: Record<RuleName, (example: Example) => string | undefined> = {
  english: ({ text }) => text.replace(/(?=.$)/u, ' refused'),
  script: ({ text, language }) => `${language === 'ta' ? 'മ' : 'த'}${text}`,
  hindi: ({ texts, language }) => (language === 'mr' ? texts.hi : undefined),
  placeholders: ({ text }) => (/\{/.test(text) ? text.replace(/\{\w+\}/, '5') : `{name} ${text}`),
  sentences: ({ text, language }) => {
    const { fullStop } = glossary.languages[language]
    return `${text.replace(/[.।]$/, '')}${fullStop} ${text}`
  },
  ending: ({ text }) => (/[.।]$/.test(text) ? text.slice(0, -1) : `${text}?`),
  fullStop: ({ text }) =>
    /[.।]$/.test(text) ? text.slice(0, -1) + (text.endsWith('.') ? '।' : '.') : undefined,
  characters: ({ text }) => `${text.slice(0, 3)}\u200b${text.slice(3)}`,
  nfc: ({ text }) => `${text}\u0958`,
  joiners: ({ text }) => text.replace(' ', ' \u200c'),
  digits: ({ text, language }) => {
    const [first = ''] = glossary.languages[language].unicodeBlock.split('-')
    return `${text} ${String.fromCharCode(parseInt(first, 16) + 0x69)}`
  },
  glossary: ({ text, english, language }) => {
    const [term] = termsOf(english).filter(({ id }) => id !== 'capture-scan')
    return term?.words[language].stems.reduce(
      (rest, stem) => rest.replaceAll(withoutJoiners(stem), ''),
      withoutJoiners(text),
    )
  },
}

test.each(ruleNames)('the rule "%s" is broken by a twisted copy of each example', name => {
  const unnoticed = examples
    .map(example => ({ example, twisted: twists[name](example) }))
    .filter(({ example, twisted }) => twisted !== undefined && !brokenBy(example, twisted).includes(name))
  expect(unnoticed.map(({ example, twisted }) => `${example.language} ${twisted}`)).toEqual([])
})

describe('the glossary', () => {
  const problems = (language: Translated, english: string, text: string) =>
    rules.glossary({ language, english, text })

  test('has every term in every language', () => {
    const lacking = glossary.terms.flatMap(({ id, words }) =>
      translated.filter(language => !words[language]?.stems.length).map(language => `${id} in ${language}`),
    )
    expect(lacking).toEqual([])
  })

  test('refuses a word to avoid beside the right one', () => {
    expect(problems('hi', 'The consent', 'सहमति यानी अनुमति')).toEqual(['has अनुमति (permission) for consent'])
  })

  test('takes no term from the name of a placeholder, a quotation or a verb with another meaning', () => {
    expect(problems('hi', 'Not ready: {status}.', 'तैयार नहीं: {status}।')).toEqual([])
    expect(problems('hi', 'Open “Permissions for this site”', 'खोलें “Permissions for this site”')).toEqual([])
    expect(problems('hi', 'I am setting up', 'किया जा रहा है')).toEqual([])
    expect(problems('hi', 'Consent, in large print', 'सहमति, बड़े अक्षरों में')).toEqual([])
  })

  test('lets a word to avoid stand where it is part of the right word', () => {
    expect(problems('bn', 'Print the fingerprint', 'আঙুলের ছাপ প্রিন্ট করুন')).toEqual([])
  })
})

test('English words that a browser shows may stay in quotation marks, and no others', () => {
  const left = (text: string) =>
    rules.english({ language: 'or', english: 'Press “Proceed”, then Allow.', text })
  expect(left('“Proceed” ପରେ Allow')).toEqual([])
  expect(left('“Proceed” ପରେ Press')).toEqual(['has English left: Press'])
})
