import { importLimits } from '@ekyc/contract/console/sheet-lines'
import { readCsv } from '@ekyc/contract/read-csv'
import { expect, test } from 'vitest'

import {
  columnProblem,
  exampleCsv,
  matchedColumns,
  piecesOf,
  tidiedMobiles,
  wrongLinesCsv,
} from './columns.ts'

const rows = [
  { line: 2, cells: ['1', "'9876543210", 'Asha'] },
  { line: 3, cells: ['2', '9876543211', '=Ravi'] },
]
const sheet = { head: ['S.No.', 'Mobile No.', 'NAME'], rows }

test('columns are matched by their heads, and the others are left out', () => {
  expect(matchedColumns(sheet)).toEqual([undefined, 'mobile', 'name'])
  expect(matchedColumns({ ...sheet, head: ['mobile', 'phone', 'name'] })).toEqual([
    'mobile',
    undefined,
    'name',
  ])
})

test('a needed field must be there, and each field once', () => {
  expect(columnProblem([undefined, 'mobile'])).toBe('needs')
  expect(columnProblem(['mobile', 'name', 'name'])).toEqual({ twice: 'name' })
  expect(columnProblem([undefined, 'mobile', 'name'])).toBeUndefined()
})

test('mobiles from which something is taken off are counted', () => {
  expect(tidiedMobiles(rows, [undefined, 'mobile', 'name'])).toBe(1)
})

test('only the chosen cells travel, in pieces that a call takes', () => {
  expect(piecesOf(rows, [undefined, 'mobile', 'name'])).toEqual([
    [
      { line: 2, cells: ["'9876543210", 'Asha'] },
      { line: 3, cells: ['9876543211', '=Ravi'] },
    ],
  ])
  const long = Array.from({ length: 1_200 }, (_, index) => ({
    line: index + 2,
    cells: ['9876543210', 'ന'.repeat(importLimits.cellCharacters)],
  }))
  const pieces = piecesOf(long, ['mobile', 'name'])
  expect(pieces.flat()).toHaveLength(1_200)
  for (const lines of pieces) {
    expect(lines.length).toBeLessThanOrEqual(importLimits.linesOfPiece)
    const body = new TextEncoder().encode(JSON.stringify({ id: 'x'.repeat(36), lines }))
    expect(body.length).toBeLessThan(importLimits.pieceBytes)
  }
})

test('wrong lines become a file with their reasons, which no spreadsheet runs', () => {
  const file = wrongLinesCsv(sheet, new Map([[3, 'Name: begins with =, "so"']]))
  expect(readCsv(file).map(({ cells }) => cells)).toEqual([
    ['S.No.', 'Mobile No.', 'NAME', 'problem'],
    ['2', '9876543211', "'=Ravi", 'Name: begins with =, "so"'],
  ])
})

test('the example file is one that an import takes', () => {
  const [head, line] = readCsv(exampleCsv()).map(({ cells }) => cells)
  const holds = matchedColumns({ head: head ?? [], rows: [] })
  expect(holds).not.toContain(undefined)
  expect(columnProblem(holds)).toBeUndefined()
  expect(line).toHaveLength(holds.length)
})
