import { languages } from '@ekyc/contract/languages'

import { exceptions, keptEnglish } from './exceptions.ts'
import type { Translated } from './languages.ts'
import { ruleNames, rules, type RuleName } from './rules.ts'

export type Texts = Readonly<Record<string, string>>
export type Finding = { key: string; rule: RuleName | 'keys'; reason: string }

export function check(language: Translated, texts: Texts, english: Texts, hindi?: Texts): Finding[] {
  return [
    ...keyFindings(texts, english),
    ...ruleNames.flatMap(rule => findings(rule, language, texts, english, hindi)),
  ]
}

/**
 * A draft language may lack texts, which the portal then shows in English, or have texts whose English text is gone. A
 * language that a native speaker has signed off may do neither.
 */
export function isFailure(language: Translated, { rule }: Finding): boolean {
  return rule !== 'keys' || languages[language].signedOn !== undefined
}

export function untranslated(texts: Texts, english: Texts): string[] {
  return Object.keys(english).filter(key => !texts[key])
}

export function keyFindings(texts: Texts, english: Texts): Finding[] {
  const finding = (reason: string) => (key: string) => ({ key, rule: 'keys' as const, reason })
  return [
    ...untranslated(texts, english).map(finding('is missing')),
    ...Object.keys(texts)
      .filter(key => !(key in english))
      .map(finding('is surplus')),
  ]
}

export function findings(
  rule: RuleName,
  language: Translated,
  texts: Texts,
  english: Texts,
  hindi?: Texts,
): Finding[] {
  return Object.entries(texts).flatMap(([key, text]) => {
    const original = english[key]
    if (original === undefined || text === '' || isException(rule, language, key)) return []
    if (keptEnglish.has(key)) return text === original ? [] : [{ key, rule, reason: 'stays English' }]
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
