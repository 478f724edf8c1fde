import {
  detailsOfCells,
  importLimits,
  mostLines,
  problemsOf,
  tidyDetails,
} from '@ekyc/contract/console/sheet-lines'
import { workbook, zip } from '@ekyc/contract/testing/workbook'
import { describe, expect, test } from 'vitest'

import { readSheetFile } from './read-sheet.ts'
import type { SheetProblem } from './sheet.ts'

const read = (text: string) => readSheetFile(Uint8Array.from(Buffer.from(text)))
const problemOf = (bytes: Uint8Array<ArrayBuffer>) =>
  readSheetFile(bytes).then(
    () => 'none',
    (error: { problem: SheetProblem }) => error.problem,
  )

const cell = (place: string, text: string) => `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`
const head = `<row r="1">${cell('A1', 'Mobile')}${cell('B1', 'Name')}</row>`

describe('a workbook', () => {
  test('gives its first sheet, each line with its number in the spreadsheet', async () => {
    const bytes = workbook(
      `${head}<row r="2"><c r="A2"><v>9876543210</v></c>${cell('B2', 'आशा')}</row>` +
        `<row r="4">${cell('B4', 'Ravi')}</row>`,
    )
    expect(await readSheetFile(bytes)).toEqual({
      head: ['Mobile', 'Name'],
      rows: [
        { line: 2, cells: ['9876543210', 'आशा'] },
        { line: 4, cells: ['', 'Ravi'] },
      ],
    })
  })

  test('of many lines is read too, though its sheet is large and pressed small', async () => {
    const rows = Array.from(
      { length: 20_000 },
      (_, index) =>
        `<row r="${index + 2}">${cell(`A${index + 2}`, `98765${10_000 + index}`)}${cell(`B${index + 2}`, 'A')}</row>`,
    ).join('')
    expect(rows.length).toBeGreaterThan(1_000_000)
    expect((await readSheetFile(workbook(head + rows))).rows).toHaveLength(20_000)
  })

  test('cuts a cell at a length that is wrong anyway', async () => {
    const { rows } = await readSheetFile(workbook(`${head}<row r="2">${cell('B2', 'n'.repeat(5_000))}</row>`))
    expect(rows[0]?.cells[1]).toHaveLength(importLimits.cellCharacters)
  })

  const bomb = Buffer.alloc(importLimits.unpackedBytes + 1, ' ')
  test.each<[string, Uint8Array<ArrayBuffer>, SheetProblem]>([
    ['that unpacks to too much', workbook(head, [{ name: 'a.xml', content: bomb }]), 'too-large-unpacked'],
    [
      'that unpacks to too much and says less',
      workbook(head, [{ name: 'a.xml', content: bomb, claims: 10 }]),
      'too-large-unpacked',
    ],
    [
      'of a thousand files and more',
      zip(Array.from({ length: 1_001 }, (_, index) => ({ name: `${index}.xml`, content: '' }))),
      'too-large-unpacked',
    ],
    ['that is sealed with a password', workbook(head, [], { method: 99 }), 'unreadable'],
    ['that is cut off', workbook(head).slice(0, -30), 'unreadable'],
    ['whose sheet is missing', zip([{ name: 'xl/workbook.xml', content: '<workbook/>' }]), 'unreadable'],
    ['that is an archive of something else', zip([{ name: 'a.txt', content: 'a' }]), 'unreadable'],
    ['with an entity that stands for itself', workbook('<!DOCTYPE a [<!ENTITY a "&a;&a;">]>&a;'), 'empty'],
    ['that is only a beginning', Uint8Array.from(Buffer.from('PK')), 'unreadable'],
    ['that is no archive', Uint8Array.from(Buffer.from('PK no archive')), 'unreadable'],
    ['without a line', workbook(head), 'empty'],
  ])('%s is refused', async (_what, bytes, problem) => {
    expect(await problemOf(bytes)).toBe(problem)
  })

  test.each([
    ['far below', `<row r="2">${cell('A1048576', '9')}</row>`],
    ['far to the right', `<row r="2">${cell('AO2', '9')}</row>`],
    ['in a row that is far below', `<row r='100002'>${cell('A2', '9')}</row>`],
    ['behind an odd attribute', `<row r="2"><c a=">" r="XFD2"><v>9</v></c></row>`],
    ['in a row of no number', `<row r="1e9">${cell('A2', '9')}</row>`],
  ])('with a cell %s is refused [A22]', async (_where, row) => {
    expect(await problemOf(workbook(head + row))).toBe('too-large-unpacked')
  })

  test('may have a format, but no text, down to the last row and the last column', async () => {
    const line = `<row r="2">${cell('A2', '9')}<c r="XFD2" s="1"/></row><row r="1048576" s="1"/>`
    expect((await readSheetFile(workbook(head + line))).rows).toEqual([{ line: 2, cells: ['9', ''] }])
  })

  test('pictures in it are not unpacked', async () => {
    const bytes = workbook(`${head}<row r="2">${cell('A2', '9')}</row>`, [
      { name: 'xl/media/image1.png', content: bomb },
    ])
    expect((await readSheetFile(bytes)).rows).toHaveLength(1)
  })
})

describe('a CSV file', () => {
  test.each<[string, 'addressLine1' | 'roles', string]>([
    ['roles, cut between two of them', 'roles', 'ROLE_A,ROLE_B,'.repeat(30)],
    ['roles, cut before a blank', 'roles', `${'ROLE_A '.repeat(42)}ROLE_A ROLE_B`],
    ['letters with separate vowel marks', 'addressLine1', 'a\u0308'.repeat(195) + 'b'.repeat(195)],
    ['leading blanks', 'addressLine1', ' '.repeat(200) + 'b'.repeat(201)],
  ])('whose cell is too long is refused, not taken without its end: %s', async (_what, field, text) => {
    const { rows } = await read(`mobile,other\n9876543210,"${text}"\n`)
    const details = detailsOfCells(['mobile', field], rows[0]?.cells ?? [])
    const problems = problemsOf(tidyDetails({ ...details, name: 'Asha' }), ['ROLE_A', 'ROLE_B'])
    expect(problems.map(problem => problem.field)).toContain(field)
  })

  test('tells the lines that it cannot read', async () => {
    expect(await read('\ufeffmobile,name\n9876543210,"Asha, V"\n\n9,"open,1\nlast')).toEqual({
      head: ['mobile', 'name'],
      rows: [
        { line: 2, cells: ['9876543210', 'Asha, V'] },
        { line: 4, cells: ['9', ''], unreadable: 'has a quotation mark that does not belong there' },
        { line: 5, cells: ['last'], unreadable: 'has 1 cells, the first line has 2' },
      ],
    })
  })

  test.each<[string, Uint8Array<ArrayBuffer>, SheetProblem]>([
    ['in another encoding', Uint8Array.from(Buffer.from('mobile,name\n9,Ren\u00e9', 'latin1')), 'not-utf8'],
    ['with semicolons', Uint8Array.from(Buffer.from('mobile;name\n9;A')), 'semicolons'],
    ['without lines', Uint8Array.from(Buffer.from('mobile,name\n')), 'empty'],
    ['that is empty', new Uint8Array(), 'empty'],
    ['that is too large', new Uint8Array(importLimits.fileBytes + 1), 'too-large'],
    [
      'of too many lines',
      Uint8Array.from(Buffer.from(`mobile,name\n${'9,A\n'.repeat(mostLines + 1)}`)),
      'too-many-lines',
    ],
  ])('%s is refused', async (_what, bytes, problem) => {
    expect(await problemOf(bytes)).toBe(problem)
  })
})
