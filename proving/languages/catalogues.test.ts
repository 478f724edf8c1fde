import { readFileSync } from 'node:fs'

import { describe, expect, test } from 'vitest'

import { inRoot } from '../../scripts/folders.ts'
import { consoleEnglish, consoleFolder, english as englishTexts, readCatalogue } from './catalogues.ts'
import { findings, isFailure, keyFindings, type Texts } from './check.ts'
import { exceptions } from './exceptions.ts'
import { glossary, withoutJoiners } from './glossary.ts'
import { isTranslated, translated } from './languages.ts'
import { ruleNames, rules } from './rules.ts'
import { screenOf } from './screenshots.ts'

const english: Texts = englishTexts
const hindi = readCatalogue('hi')

describe.each(translated)('the %s catalogue', language => {
  const texts = readCatalogue(language)

  test('has exactly the keys of the English one, if a person has signed it', () => {
    expect(keyFindings(texts, english).filter(finding => isFailure(language, finding))).toEqual([])
  })

  test('has them in the English order', () => {
    const has = (object: Texts) => (key: string) => Object.hasOwn(object, key)
    expect(Object.keys(texts).filter(has(english))).toEqual(Object.keys(english).filter(has(texts)))
  })

  test.each(ruleNames)('keeps the rule "%s" in every text', rule => {
    expect(findings(rule, language, texts, english, hindi)).toEqual([])
  })
})

test.each(ruleNames)('the Hindi of the console keeps the rule "%s" in every text', rule => {
  expect(findings(rule, 'hi', readCatalogue('hi', consoleFolder), consoleEnglish)).toEqual([])
})

describe.each(translated)("the default bank's SMS in %s", language => {
  const { sms } = JSON.parse(readFileSync(inRoot('branding/default.json'), 'utf8')) as {
    sms: { texts: Record<string, { text: string; translations: Record<string, { text: string }> }> }
  }
  const toHolders = Object.entries(sms.texts).filter(([name]) => name.startsWith('holder'))
  const sent = toHolders.map(([name, { translations }]) => [name, translations[language]?.text ?? ''])
  const own = toHolders.map(([name, { text }]) => [name, text])

  test('tells a holder of each outcome', () => {
    expect(sent.filter(([, text]) => text !== '')).toHaveLength(7)
  })

  test.each(ruleNames)('keeps the rule "%s" in every text', rule => {
    const texts = Object.fromEntries(sent) as Texts
    expect(findings(rule, language, texts, Object.fromEntries(own) as Texts)).toEqual([])
  })
})

test('the Hindi of the console has the English order', () => {
  const texts = readCatalogue('hi', consoleFolder)
  expect(Object.keys(texts)).toEqual(Object.keys(consoleEnglish).filter(key => key in texts))
})

test.each(exceptions)('the exception of $key to "$rule" is still needed', ({ key, rule, languages }) => {
  for (const language of languages) {
    const { [key]: text = '' } = readCatalogue(language)
    expect(rules[rule]({ language, english: english[key] ?? '', text, hindi: hindi[key] })).not.toEqual([])
  }
})

test('every text has a screen for its translator', () => {
  expect(Object.keys(english).filter(key => screenOf(key) === undefined)).toEqual([])
})

const { consent } = JSON.parse(
  readFileSync(new URL('../../branding/default.json', import.meta.url), 'utf8'),
) as { consent: { texts: Record<string, Record<string, string>> } }
const languagesOfConsent = Object.keys(consent.texts).filter(isTranslated)

test.runIf(languagesOfConsent.length > 0)(
  'the demo bank tells its customers every fact in each language',
  () => {
    const lacking = languagesOfConsent.flatMap(language =>
      glossary.consentFacts.flatMap(({ fact, in: place, term, stems }) => {
        const text = withoutJoiners(consent.texts[language]?.[place.replace('consent.', '')] ?? '')
        const words =
          stems?.[language] ?? glossary.terms.find(({ id }) => id === term)?.words[language].stems ?? []
        return words.some(word => text.includes(withoutJoiners(word))) ? [] : [`${language}: ${fact}`]
      }),
    )
    expect(lacking).toEqual([])
  },
)
