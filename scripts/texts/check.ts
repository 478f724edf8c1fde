import { exceptions, keptEnglish } from './exceptions.ts'
import type { Translated } from './languages.ts'
import { ruleNames, rules, type RuleName } from './rules.ts'

export type Texts = Readonly<Record<string, string>>
export type Finding = { key: string; rule: RuleName | 'keys'; reason: string }

/** Returns every reason against a catalogue, by the keys of its texts. An empty list means that it may be shipped. */
export function check(language: Translated, texts: Texts, english: Texts, hindi?: Texts): Finding[] {
  return [
    ...keyFindings(texts, english),
    ...ruleNames.flatMap(rule => findings(rule, language, texts, english, hindi)),
  ]
}

/** Returns each key that a catalogue lacks, has too much, or leaves without a text. */
export function keyFindings(texts: Texts, english: Texts): Finding[] {
  const finding = (reason: string) => (key: string) => ({ key, rule: 'keys' as const, reason })
  return [
    ...Object.keys(english)
      .filter(key => !(key in texts))
      .map(finding('is missing')),
    ...Object.keys(texts)
      .filter(key => !(key in english))
      .map(finding('is surplus')),
    ...Object.keys(texts)
      .filter(key => texts[key] === '')
      .map(finding('is empty')),
    ...[...keptEnglish]
      .filter(key => key in texts && texts[key] !== english[key])
      .map(finding('stays English')),
  ]
}

/** Returns the texts that break one rule and are no exception to it. */
export function findings(
  rule: RuleName,
  language: Translated,
  texts: Texts,
  english: Texts,
  hindi?: Texts,
): Finding[] {
  return Object.entries(texts).flatMap(([key, text]) => {
    const original = english[key]
    if (original === undefined || text === '' || keptEnglish.has(key) || isException(rule, language, key))
      return []
    return rules[rule]({ language, english: original, text, hindi: hindi?.[key] }).map(reason => ({
      key,
      rule,
      reason,
    }))
  })
}

function isException(rule: RuleName, language: Translated, key: string): boolean {
  return exceptions.some(
    one => one.key === key && one.rule === rule && (one.languages?.includes(language) ?? true),
  )
}
