import { readFileSync } from 'node:fs'

import { languages } from '@ekyc/contract/languages'

import { inRoot } from '../../scripts/folders.ts'
import { consoleFolder, readCatalogue } from './catalogues.ts'
import type { Texts } from './check.ts'
import type { Translated } from './languages.ts'

type Branding = {
  [field: string]: unknown
  translations?: Record<string, unknown>
  consent: { texts: Record<string, unknown> }
  sms?: { translations?: Record<string, unknown> }
}

const banks = ['default', 'example-second-bank']

/** Returns all texts of a language in the catalogues of portal and console and in two banks' branding files. */
export function shownTexts(language: Translated, from?: string): Texts {
  const ofBanks = banks.flatMap(bank => {
    const file = `branding/${bank}.json`
    const { translations, consent, sms, ...others } = JSON.parse(
      readFileSync(inRoot(file), 'utf8'),
    ) as Branding
    return [
      ...flat(`${file} lines`, translations?.[language]),
      ...inLanguage(file, others, language),
      ...flat(`${file} consent`, consent.texts[language]),
      ...flat(`${file} sms`, sms?.translations?.[language]),
    ]
  })
  return {
    ...Object.fromEntries(flat('console', readCatalogue(language, consoleFolder))),
    ...readCatalogue(language, from),
    ...Object.fromEntries(ofBanks),
    'product/contract/src/languages.ts': languages[language].name,
  }
}

/** An object with the key `en` holds one text in several languages, by code. */
function inLanguage(key: string, value: unknown, language: Translated): [string, string][] {
  if (typeof value !== 'object' || value === null) return []
  if ('en' in value) return flat(key, Object.entries(value).find(([code]) => code === language)?.[1])
  return Object.entries(value).flatMap(([name, inner]) => inLanguage(`${key}.${name}`, inner, language))
}

function flat(key: string, value: unknown): [string, string][] {
  if (typeof value === 'string') return [[key, value]]
  return Object.entries(value ?? {}).flatMap(([name, inner]) => flat(`${key}.${name}`, inner))
}
