import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { languages } from '@ekyc/contract/languages'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'

import { Complaint } from '../../scripts/complaint.ts'
import { english, readCatalogue, writeCatalogue } from './catalogues.ts'
import { runTexts, untranslatedLine } from './command-line.ts'
import { glossary } from './glossary.ts'

let folder: string
let file: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ekyc-texts-'))
  file = join(folder, 'hi.po')
  // Writes the catalogue without texts whose English text is gone, because an import drops such texts.
  writeCatalogue('hi', readCatalogue('hi'), folder)
  vi.spyOn(console, 'log').mockReturnValue()
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true })
})

const importChanged = (change: (po: string) => string | Buffer) => {
  runTexts(['export', 'hi', file], folder)
  writeFileSync(file, change(readFileSync(file, 'utf8')))
  runTexts(['import', file], folder)
}
const hindi = (key: string) => readCatalogue('hi')[key] ?? ''
const asFile = (text: string) => JSON.stringify(text)

test('an exported language imports as the same file', () => {
  const before = readFileSync(join(folder, 'hi.json'), 'utf8')
  importChanged(po => po)
  expect(readFileSync(join(folder, 'hi.json'), 'utf8')).toBe(before)
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
  const before = readCatalogue('hi', folder)
  importChanged(po => po.replace(asFile(hindi('help.home')), asFile('मुखपृष्ठ')))
  const texts = readCatalogue('hi', folder)
  expect(texts).toEqual({ ...before, 'help.home': 'मुखपृष्ठ' })
  expect(Object.keys(texts)).toEqual(Object.keys(before))
})

test.each([
  ['in English', english['kyc.consent.missing'], 'has English left'],
  ['without a sign at its end', 'ग्राहक से पूछें, फिर टिक करें', 'ends with no sign instead of a full stop'],
  ['with a sentence too many', 'ग्राहक से पूछें। फिर टिक करें।', 'has 2 sentences instead of 1'],
  ['without a word of the glossary', 'पूछें, फिर टिक करें।', 'lacks the word for customer: ग्राहक'],
])('a file with a text %s is refused with the reason, and nothing is written', (_, text, reason) => {
  const before = readFileSync(join(folder, 'hi.json'), 'utf8')
  const change = (po: string) => po.replace(asFile(hindi('kyc.consent.missing')), asFile(text))
  expect(() => importChanged(change)).toThrow(`kyc.consent.missing: ${reason}`)
  expect(readFileSync(join(folder, 'hi.json'), 'utf8')).toBe(before)
})

test('a file that lacks a text, or has an empty one, keeps the text of today', () => {
  const before = readCatalogue('hi', folder)
  const without = (po: string) =>
    po
      .split('\n\n')
      .filter(part => !part.includes('"help.home"'))
      .join('\n\n')
      .replace(asFile(hindi('kyc.consent.missing')), '""')
  importChanged(without)
  expect(readCatalogue('hi', folder)).toEqual(before)
})

test('a file from before a change of the English is imported without the text that changed, and says so', () => {
  const before = readCatalogue('hi', folder)
  importChanged(po =>
    po
      .replace(`msgid ${asFile(english['kyc.consent.missing'])}`, 'msgid "Ask the customer."')
      .replace(asFile(hindi('kyc.consent.missing')), asFile('ग्राहक से पूछें।'))
      .replace(asFile(hindi('help.home')), asFile('मुखपृष्ठ')),
  )
  expect(readCatalogue('hi', folder)).toEqual({ ...before, 'help.home': 'मुखपृष्ठ' })
  expect(console.log).toHaveBeenCalledWith(
    'kyc.consent.missing: not imported, the English has changed since the export',
  )
})

test('the texts that a language lacks come first in its file, and their translations find their places', () => {
  const before = readFileSync(join(folder, 'hi.json'), 'utf8')
  const { 'help.home': home = '', ...others } = readCatalogue('hi')
  writeCatalogue('hi', others, folder)
  importChanged(po => {
    const entries = po.split('\n\n')
    const entry = entries.find(part => part.includes('msgctxt "help.home"')) ?? ''
    const firstTranslated = entries.findIndex(part =>
      part.includes(`msgstr ${asFile(hindi('profile.title'))}`),
    )
    expect(entries.indexOf(entry)).toBeLessThan(firstTranslated)
    return po.replace(entry, entry.replace('msgstr ""', `msgstr ${asFile(home)}`))
  })
  expect(readFileSync(join(folder, 'hi.json'), 'utf8')).toBe(before)
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
  ['in UTF-16', (po: string) => Buffer.from(po, 'utf16le'), 'no gettext file (.po) in UTF-8'],
])('a file %s is refused in a sentence', (_, change, sentence) => {
  expect(() => importChanged(change)).toThrow(Complaint)
  expect(() => importChanged(change)).toThrow(sentence)
})

test('a file that Windows has saved, with a byte-order mark and its line ends, is imported', () => {
  const before = readCatalogue('hi', folder)
  importChanged(po => `\ufeff${po.replaceAll('\n', '\r\n')}`)
  expect(readCatalogue('hi', folder)).toEqual(before)
})

test('a file that is not there is refused in a sentence', () => {
  expect(() => runTexts(['import', 'nowhere.po'], folder)).toThrow(
    new Complaint('nowhere.po cannot be read (ENOENT).'),
  )
})

test('a language that the glossary lacks is not exported, and the gaps are named', () => {
  const [term] = glossary.terms
  const tables: { hi?: unknown }[] = [glossary.languages, term?.words ?? {}]
  for (const table of tables) {
    const { hi } = table
    delete table.hi
    onTestFinished(() => void (table.hi = hi))
  }
  expect(() => runTexts(['export', 'hi', file], folder)).toThrow(
    new Complaint(`proving/languages/glossary.json lacks the language hi in: languages, ${term?.id}.`),
  )
})

test('a check lists what a draft lacks and has too much', () => {
  const { 'help.home': _, ...others } = readCatalogue('hi')
  writeFileSync(join(folder, 'hi.json'), JSON.stringify({ ...others, 'help.gone': 'सहायता' }))
  runTexts(['check', 'hi'], folder)
  const lines = vi.mocked(console.log).mock.calls.flat()
  expect(lines).toContain('hi help.home: is missing')
  expect(lines).toContain('hi help.gone: is surplus')
  expect(untranslatedLine(['hi'], folder)).toMatch(
    /^Texts that a language shows in English: hi \d+ \(npm run node -- proving\/languages\/texts.ts check\)$/,
  )
})

test('a check fails for a language that a person has signed and that lacks a text', () => {
  writeFileSync(join(folder, 'hi.json'), '{}')
  expect(() => runTexts(['check', 'hi'], folder)).not.toThrow()
  const draft: { signedOn: string | undefined } = languages.hi
  draft.signedOn = '2026-11-22'
  onTestFinished(() => void (draft.signedOn = undefined))
  expect(() => runTexts(['check', 'hi'], folder)).toThrow('hi help.home: is missing')
})

test('a check fails for a text that breaks a rule, also of a draft', () => {
  writeFileSync(join(folder, 'hi.json'), JSON.stringify({ ...readCatalogue('hi'), 'help.home': 'Home' }))
  expect(() => runTexts(['check', 'hi'], folder)).toThrow('hi help.home: has English left: Home')
})

test('an unknown command gets the usage', () => {
  expect(() => runTexts(['translate'])).toThrow(
    'Usage: npm run node -- proving/languages/texts.ts export LANGUAGE',
  )
})
