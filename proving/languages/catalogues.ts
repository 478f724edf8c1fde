import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import consoleEnglish from '../../product/console/src/texts/en.ts'
import english from '../../product/portal/src/texts/en.ts'
import type { Texts } from './check.ts'
import type { Translated } from './languages.ts'

export { consoleEnglish, english }

const folder = join(import.meta.dirname, '../../product/portal/src/texts')

export const consoleFolder = join(import.meta.dirname, '../../product/console/src/texts')

export function readCatalogue(language: Translated, from = folder): Texts {
  const file = join(from, `${language}.json`)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Texts) : {}
}

/** Returns the texts as the portal shows them. A missing text is in English. */
export function completeCatalogue(language: Translated): Texts {
  return { ...english, ...readCatalogue(language) }
}

export function writeCatalogue(language: Translated, texts: Texts, into = folder): void {
  const ordered = Object.fromEntries(Object.keys(english).map(key => [key, texts[key]]))
  writeFileSync(join(into, `${language}.json`), `${JSON.stringify(ordered, null, 2)}\n`)
}
