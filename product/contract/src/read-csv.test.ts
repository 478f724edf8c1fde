import { array, assert, boolean, constantFrom, property, string } from 'fast-check'
import { expect, test } from 'vitest'

import { readCsv } from './read-csv.ts'

test('any cells come back as they were written, with their line', () => {
  const cell = string().filter(text => text.trim() !== '')
  const records = array(array(cell, { minLength: 1, maxLength: 4 }), { maxLength: 6 })
  assert(
    property(records, constantFrom('\n', '\r\n', '\r'), boolean(), (written, lineEnd, endsWithOne) => {
      const text = written
        .map(cells => cells.map(value => `"${value.replaceAll('"', '""')}"`).join(','))
        .join(lineEnd)
      const read = readCsv(`\ufeff${text}${endsWithOne ? lineEnd : ''}`)
      expect(read.map(({ cells }) => cells)).toEqual(written)
      expect(read.every(({ broken }) => !broken)).toBe(true)
    }),
  )
})

test('whatever text comes, it is read to its end, each record at a line of its own', () => {
  assert(
    property(string({ unit: constantFrom('"', ',', '\n', '\r', 'a', ' ') }), text => {
      const lines = readCsv(text).map(({ line }) => line)
      expect(lines).toEqual([...new Set(lines)].toSorted((one, other) => one - other))
    }),
  )
})

test('lines are counted through quoted line ends, blank lines and broken lines', () => {
  expect(readCsv('a,b\r\n"x\r\ny",z\r\n\r\n,\r\nfive" pipe,c\r\nlast,')).toEqual([
    { line: 1, cells: ['a', 'b'], broken: false },
    { line: 2, cells: ['x\r\ny', 'z'], broken: false },
    { line: 6, cells: [''], broken: true },
    { line: 7, cells: ['last', ''], broken: false },
  ])
})

test('a quote that never closes costs its own line only', () => {
  expect(readCsv('"open,1\nnext,2').map(({ cells, broken }) => [cells, broken])).toEqual([
    [[''], true],
    [['next', '2'], false],
  ])
})
