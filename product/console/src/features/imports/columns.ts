import {
  bareMobile,
  columnNames,
  exampleCells,
  fieldOfHead,
  importLimits,
  requiredFields,
  type SheetField,
} from '@ekyc/contract/console/sheet-lines'
import { csvLine } from '@ekyc/contract/csv-line'

import type { Sheet, SheetRow } from '../../sheet/sheet.ts'

/** The field that each column of the file holds; undefined for a column that the import ignores. */
export type Holds = readonly (SheetField | undefined)[]

/** Matches the columns to fields by their heads. If two columns match the same field, the first one gets it. */
export function matchedColumns({ head }: Sheet): Holds {
  const fields = head.map(fieldOfHead)
  return fields.map((field, index) => (fields.indexOf(field) === index ? field : undefined))
}

export function columnProblem(holds: Holds): 'needs' | { twice: SheetField } | undefined {
  if (requiredFields.some(field => !holds.includes(field))) return 'needs'
  const twice = holds.find((field, index) => field && holds.indexOf(field) !== index)
  return twice && { twice }
}

export function chosenFields(holds: Holds): SheetField[] {
  return holds.flatMap(field => field ?? [])
}

export function tidiedMobiles(rows: readonly SheetRow[], holds: Holds): number {
  const at = holds.indexOf('mobile')
  return rows.filter(({ cells }) => bareMobile(cells[at] ?? '') !== (cells[at] ?? '').trim()).length
}

type SentLine = { line: number; cells: string[]; unreadable?: string }

export function piecesOf(rows: readonly SheetRow[], holds: Holds): SentLine[][] {
  const pieces: SentLine[][] = []
  let bytes = Infinity
  for (const { cells, ...row } of rows) {
    const line = { ...row, cells: holds.flatMap((field, index) => (field ? (cells[index] ?? '') : [])) }
    // A character takes at most three bytes of UTF-8, and JSON escapes quotation marks.
    const size = 60 + line.cells.reduce((sum, cell) => sum + 3 * cell.length + 6, 0)
    bytes += size
    const last = pieces.at(-1)
    if (!last || last.length === importLimits.linesOfPiece || bytes > importLimits.pieceBytes * 0.9) {
      pieces.push([line])
      bytes = size
    } else last.push(line)
  }
  return pieces
}

export function wrongLinesCsv(sheet: Sheet, problems: ReadonlyMap<number, string>): string {
  const lines = sheet.rows.flatMap(({ line, cells }) => {
    const problem = problems.get(line)
    return problem === undefined ? [] : [csvLine([...cells, problem])]
  })
  return [`\ufeff${csvLine([...sheet.head, 'problem'])}`, ...lines].join('')
}

export function exampleCsv(): string {
  const agent = exampleCells()
  const fields = Object.keys(columnNames) as SheetField[]
  return `\ufeff${csvLine(fields.map(field => columnNames[field]))}${csvLine(fields.map(field => agent[field]))}`
}
