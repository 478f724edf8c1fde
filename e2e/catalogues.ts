import type { Language } from '@ekyc/contract/languages'
import { english, readCatalogue } from '../scripts/texts/catalogues.ts'

type Texts = Readonly<Record<string, string>>

const read = new Map<Language, Texts>()

export function catalogueOf(language: Language): Texts {
  const texts = read.get(language) ?? (language === 'en' ? english : readCatalogue(language))
  read.set(language, texts)
  return texts
}

/** Returns the shown texts that the old catalogue has and the new one has not. Placeholders stand for any words. */
export function leftOf(old: Texts, now: Texts, shown: string[]): string[] {
  const [ofOld, ofNow] = [old, now].map(matcher)
  return [...new Set(shown)].filter(text => ofOld?.(text) && !ofNow?.(text))
}

const matchers = new Map<Texts, (text: string) => boolean>()

function matcher(texts: Texts): (text: string) => boolean {
  const known = matchers.get(texts)
  if (known) return known
  const all = Object.values(texts)
  const whole = new Set(all)
  const patterns = all
    // A text that is little more than a placeholder would match everything.
    .filter(text => /\{\w+\}/.test(text) && text.replaceAll(/\{\w+\}/g, '').length > 8)
    .map(
      text =>
        new RegExp(
          `^${text
            .split(/\{\w+\}/)
            .map(escaped)
            .join('.+')}$`,
          's',
        ),
    )
  const matches = (text: string) => whole.has(text) || patterns.some(pattern => pattern.test(text))
  matchers.set(texts, matches)
  return matches
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
