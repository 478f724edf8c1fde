import { po, type GetTextTranslation } from 'gettext-parser'

import { Complaint } from '../../scripts/complaint.ts'
import type { Texts } from './check.ts'
import { termsOf } from './glossary.ts'
import { isTranslated, type Translated } from './languages.ts'
import { screenOf, screenshotOf } from './screenshots.ts'
import { letterLimit } from './width.ts'

/**
 * Returns a catalogue as a gettext file. For each text, the file has the English text and notes for the translator.
 * Texts without a translation come first.
 */
export function toPo(language: Translated, texts: Texts, english: Texts): string {
  const missingFirst = Object.entries(english).toSorted(([a], [b]) => Number(!texts[b]) - Number(!texts[a]))
  const entries = missingFirst.map(([key, original]): [string, GetTextTranslation] => [
    key,
    {
      msgctxt: key,
      msgid: original,
      msgstr: [texts[key] ?? ''],
      comments: notesFor(language, key, original),
    },
  ])
  return po
    .compile(
      {
        charset: 'utf-8',
        headers: { 'Content-Type': 'text/plain; charset=utf-8', Language: language, 'MIME-Version': '1.0' },
        translations: Object.fromEntries(entries.map(([key, entry]) => [key, { [entry.msgid]: entry }])),
      },
      { foldLength: 0 },
    )
    .toString('utf8')
}

/** Reads a gettext file: its language, the texts whose English is unchanged, and the keys whose English has changed. */
export function fromPo(
  file: string,
  english: Texts,
): { language: Translated; texts: Texts; changed: string[] } {
  const { headers, translations } = parse(file)
  const language = headers['Language']
  if (!isTranslated(language))
    throw new Complaint(`The header Language names no language of the portal: ${language}`)
  const entries = Object.values(translations)
    .flatMap(ofKey => Object.values(ofKey))
    .filter(({ msgctxt }) => msgctxt !== undefined)
    .map(({ msgctxt = '', msgid, msgstr: [text = ''] }) => ({ key: msgctxt, msgid, text }))
    .filter(({ text }) => text !== '')
  const isOfToday = ({ key, msgid }: { key: string; msgid: string }) => english[key] === msgid
  return {
    language,
    texts: Object.fromEntries(entries.filter(isOfToday).map(({ key, text }) => [key, text])),
    changed: entries.filter(entry => !isOfToday(entry)).map(({ key }) => key),
  }
}

function parse(file: string): ReturnType<typeof po.parse> {
  try {
    return po.parse(file)
  } catch (error) {
    const { lineNumber } = error as { lineNumber?: number }
    throw new Complaint(
      `The file is no gettext file (.po) in UTF-8${lineNumber === undefined ? '' : `: line ${lineNumber} cannot be read`}.`,
    )
  }
}

function notesFor(
  language: Translated,
  key: string,
  english: string,
): NonNullable<GetTextTranslation['comments']> {
  const words = termsOf(english).map(term => {
    const { word, avoid = {} } = term.words[language]
    const wrong = Object.keys(avoid)
    return `${term.english}: ${word}${wrong.length > 0 ? `, not ${wrong.join(', ')}` : ''}`
  })
  const screen = screenOf(key)
  return {
    extracted: [...words, `Width: ${letterLimit(language, english)} letters`].join('\n'),
    ...(screen !== undefined && { reference: screenshotOf(screen) }),
    ...(english.includes('{') && { flag: 'python-brace-format' }),
  }
}
