import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { inRoot } from '../../scripts/folders.ts'
import { translated } from './languages.ts'
import { shownTexts } from './shown-texts.ts'

test.each(translated)('docs/back-translations has the texts of %s as they are shown today', language => {
  const record = readFileSync(inRoot(`docs/back-translations/${language}.md`), 'utf8')
  const rows = Array.from(record.matchAll(/^\| `([^`]+)` *\| (.+?) *\| .+ \|$/gm), ([, key = '', text]) => ({
    key,
    text,
  }))
  const texts = shownTexts(language)
  expect(rows).toEqual(rows.map(({ key }) => ({ key, text: texts[key] })))
  expect(rows).toHaveLength(20)
})
