import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { inRoot } from '../../scripts/folders.ts'
import { consoleEnglish, consoleFolder, english as englishTexts, readCatalogue } from './catalogues.ts'
import { findings, isFailure, keyFindings, type Texts } from './check.ts'
import { glossary, withoutJoiners } from './glossary.ts'
import { isTranslated, translated } from './languages.ts'
import { ruleNames } from './rules.ts'
import { screenOf } from './screenshots.ts'

const english: Texts = englishTexts
const hindi = readCatalogue('hi')

test.each(translated)(
  'the %s catalogue has the English order, keeps every rule and, if a person has signed it, has every key',
  language => {
    const texts = readCatalogue(language)
    expect(keyFindings(texts, english).filter(finding => isFailure(language, finding))).toEqual([])
    expectEnglishOrder(texts, english)
    expect(ruleNames.flatMap(rule => findings(rule, language, texts, english, hindi))).toEqual([])
  },
)

test('the Hindi of the console has the English order and keeps every rule', () => {
  const texts = readCatalogue('hi', consoleFolder)
  expectEnglishOrder(texts, consoleEnglish)
  expect(ruleNames.flatMap(rule => findings(rule, 'hi', texts, consoleEnglish))).toEqual([])
})

test('the console tells trails, proposals and orders in Hindi too, and reasons in the sentences of the portal', () => {
  const texts = readCatalogue('hi', consoleFolder)
  const closed = /^(?:action|authority|ended|exception|proposal|server|step|tell|verdict)\./
  const keys = Object.keys(consoleEnglish).filter(key => closed.test(key))
  expect(keys.filter(key => !(key in texts))).toEqual([])
  const reasons = keys.filter(key => /^(?:authority|server)\./.test(key))
  const of = (catalogue: Texts) => reasons.map(key => catalogue[key])
  expect([of(consoleEnglish), of(texts)]).toEqual([of(english), of(hindi)])
})

test.each(translated)(
  "the default bank's SMS tell a holder of each outcome in %s, and keep every rule",
  language => {
    const { sms } = JSON.parse(readFileSync(inRoot('branding/default.json'), 'utf8')) as {
      sms: { texts: Record<string, { text: string; translations: Record<string, { text: string }> }> }
    }
    const toHolders = Object.entries(sms.texts).filter(([name]) => name.startsWith('holder'))
    const sent = toHolders.map(([name, { translations }]) => [name, translations[language]?.text ?? ''])
    expect(sent.filter(([, text]) => text !== '')).toHaveLength(7)
    const texts = Object.fromEntries(sent) as Texts
    const own = Object.fromEntries(toHolders.map(([name, { text }]) => [name, text])) as Texts
    expect(ruleNames.flatMap(rule => findings(rule, language, texts, own))).toEqual([])
  },
)

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

function expectEnglishOrder(texts: Texts, ofEnglish: Texts): void {
  expect(Object.keys(texts).filter(key => key in ofEnglish)).toEqual(
    Object.keys(ofEnglish).filter(key => key in texts),
  )
}
