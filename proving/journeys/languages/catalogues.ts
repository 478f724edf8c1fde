import type { Language } from '@ekyc/contract/languages'

import { completeCatalogue, english } from '../../languages/catalogues.ts'

type Matcher = { whole: Set<string>; patterns: RegExp[] }

const matchers = new Map<Language, Matcher>()

/** Tells whether a language's catalogue has a text. `isKnown` must accept the values of the text's placeholders. */
export function isOf(language: Language, text: string, isKnown: (part: string) => boolean): boolean {
  const { whole, patterns } = matcherOf(language)
  if (whole.has(text)) return true
  return patterns.some(pattern => pattern.exec(text)?.slice(1).every(isKnown))
}

function matcherOf(language: Language): Matcher {
  const known = matchers.get(language)
  if (known) return known
  const texts = Object.values(language === 'en' ? english : completeCatalogue(language))
  const matcher = {
    whole: new Set(texts),
    patterns: texts.filter(text => placeholder.test(text)).map(patternOf),
  }
  matchers.set(language, matcher)
  return matcher
}

const placeholder = /\{\w+\}/

function patternOf(text: string): RegExp {
  return new RegExp(`^${text.split(placeholder).map(escaped).join('(.+?)')}$`, 's')
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
