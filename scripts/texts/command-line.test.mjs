import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'

import { Complaint } from '../complaint.ts'
import { english, readCatalogue } from './catalogues.ts'
import { runTexts } from './command-line.ts'
import { glossary } from './glossary.ts'
import { readAccepted } from './spelling.ts'

const catalogues = new URL('../../portal/src/texts/', import.meta.url)
let folder
let file

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ekyc-texts-'))
  file = join(folder, 'hi.po')
  cpSync(new URL('hi.json', catalogues), join(folder, 'hi.json'))
  vi.spyOn(console, 'log').mockReturnValue()
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Exports Hindi, changes the file, and imports it. */
const importChanged = change => {
  runTexts(['export', 'hi', file], folder)
  writeFileSync(file, change(readFileSync(file, 'utf8')))
  runTexts(['import', file], folder)
}
const hindi = key => readCatalogue('hi')[key]
const asFile = text => JSON.stringify(text)

test('an exported language imports as the same file', () => {
  rmSync(file, { force: true })
  importChanged(po => po)
  expect(readFileSync(join(folder, 'hi.json'), 'utf8')).toBe(
    readFileSync(new URL('hi.json', catalogues), 'utf8'),
  )
})

test('the export gives a translator the English, the words, the width and the screen of a text', () => {
  runTexts(['export', 'hi', file], folder)
  const entry = readFileSync(file, 'utf8')
    .split('\n\n')
    .find(part => part.includes('msgctxt "kyc.consent.missing"'))
  expect(entry).toContain(`msgid ${asFile(english['kyc.consent.missing'])}`)
  expect(entry).toContain(`msgstr ${asFile(hindi('kyc.consent.missing'))}`)
  expect(entry).toMatch(/^#\. customer: ग्राहक, not खाताधारक, उपभोक्ता$/m)
  expect(entry).toMatch(/^#\. Width: \d+ letters$/m)
  expect(entry).toMatch(/^#: do-kyc-2-before-the-scan\.png$/m)
})

test('a changed text is imported, in the English order', () => {
  importChanged(po => po.replace(asFile(hindi('help.home')), asFile('मुखपृष्ठ')))
  const texts = readCatalogue('hi', folder)
  expect(texts['help.home']).toBe('मुखपृष्ठ')
  expect(Object.keys(texts)).toEqual(Object.keys(english))
})

test.each([
  ['without a text', '', 'is empty'],
  ['in English', english['kyc.consent.missing'], 'has English left'],
  ['without a sign at its end', 'ग्राहक से पूछें, फिर टिक करें', 'ends with no sign instead of a full stop'],
  ['with a sentence too many', 'ग्राहक से पूछें। फिर टिक करें।', 'has 2 sentences instead of 1'],
  ['without a word of the glossary', 'पूछें, फिर टिक करें।', 'lacks the word for customer: ग्राहक'],
])('a file with a text %s is refused with the reason, and nothing is written', (_, text, reason) => {
  const before = readFileSync(join(folder, 'hi.json'), 'utf8')
  const change = po => po.replace(asFile(hindi('kyc.consent.missing')), asFile(text))
  expect(() => importChanged(change)).toThrow(`kyc.consent.missing: ${reason}`)
  expect(readFileSync(join(folder, 'hi.json'), 'utf8')).toBe(before)
})

test('a file that lacks a text is refused', () => {
  const without = po =>
    po
      .split('\n\n')
      .filter(part => !part.includes('"help.home"'))
      .join('\n\n')
  expect(() => importChanged(without)).toThrow('help.home: is missing')
})

test('a file from before a change of the English is refused', () => {
  const older = po =>
    po.replace(`msgid ${asFile(english['kyc.consent.missing'])}`, 'msgid "Ask the customer."')
  expect(() => importChanged(older)).toThrow('kyc.consent.missing: the English has changed since the export')
})

test('a file of no language of the portal is refused', () => {
  expect(() => importChanged(po => po.replace('Language: hi', 'Language: xx'))).toThrow(
    'no language of the portal: xx',
  )
})

test.each([
  [
    'of a table',
    () => 'key,en,hi\nprofile.title,Profile,नाम\n',
    'no gettext file (.po) in UTF-8: line 1 cannot be read',
  ],
  ['in UTF-16', po => Buffer.from(po, 'utf16le'), 'no gettext file (.po) in UTF-8'],
])('a file %s is refused in a sentence', (_, change, sentence) => {
  expect(() => importChanged(change)).toThrow(Complaint)
  expect(() => importChanged(change)).toThrow(sentence)
})

test('a file that Windows has saved, with a byte-order mark and its line ends, is imported', () => {
  importChanged(po => `\ufeff${po.replaceAll('\n', '\r\n')}`)
  expect(readCatalogue('hi', folder)).toEqual(readCatalogue('hi'))
})

test('a file that is not there is refused in a sentence', () => {
  expect(() => runTexts(['import', 'nowhere.po'], folder)).toThrow(
    new Complaint('nowhere.po cannot be read (ENOENT).'),
  )
})

test('a language that the glossary lacks is not exported, and the gaps are named', () => {
  const { hi } = glossary.languages
  delete glossary.languages.hi
  const { hi: first } = glossary.terms[0].words
  delete glossary.terms[0].words.hi
  onTestFinished(() => {
    glossary.languages.hi = hi
    glossary.terms[0].words.hi = first
  })
  expect(() => runTexts(['export', 'hi', file], folder)).toThrow(
    new Complaint(
      `scripts/texts/glossary.json lacks the language hi in: languages, ${glossary.terms[0].id}.`,
    ),
  )
})

test('a check without reasons says so, and one with reasons fails', () => {
  expect(() => runTexts(['check', 'hi'], folder)).not.toThrow()
  writeFileSync(join(folder, 'hi.json'), '{}')
  expect(() => runTexts(['check', 'hi'], folder)).toThrow('hi help.home: is missing')
})

test('new words are accepted into the list of their language, and words that no text has leave it', () => {
  const tamil = new URL('ta.json', catalogues)
  writeFileSync(join(folder, 'ta.json'), readFileSync(tamil, 'utf8').replaceAll('மங்கலாக', 'மஙகலாக'))
  runTexts(['spelling', 'ta'], folder)
  const before = readAccepted('ta')
  const after = readAccepted('ta', folder)
  expect(after.filter(word => !before.includes(word))).toEqual(['மஙகலாக'])
  expect(before.filter(word => !after.includes(word))).toEqual(['மங்கலாக'])
})

test('an unknown command gets the usage', () => {
  expect(() => runTexts(['translate'])).toThrow('Usage: npm run texts -- export LANGUAGE')
})
