import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import { basename } from 'node:path'

import {
  columnNames,
  columnsOfExports,
  detailsOfCells,
  mostLines,
  recordProblem,
  requiredFields,
  sheetFields,
  type AgentDetails,
  type SheetField,
} from '@ekyc/contract/console/sheet-lines'
import { readCsv, type CsvRecord } from '@ekyc/contract/read-csv'

import { CommandRefused } from '../../domain/command-refused.ts'

type AgentsFile = { lines: AgentLine[]; columns: SheetField[] }
type AgentLine = { line: number; details: AgentDetails; unreadable?: string }

/**
 * Tells the problem of a line that it cannot read.
 * @throws CommandRefused if the whole file is unreadable
 */
export function readAgentsFile(bytes: Uint8Array): AgentsFile {
  return readTable(bytes, {
    required: requiredFields.map(field => columnNames[field]),
    known: [...Object.values(columnNames), ...columnsOfExports],
  })
}

/** Ignores columns other than `mobile`. */
export function readMobilesFile(bytes: Uint8Array): AgentLine[] {
  return readTable(bytes, { required: [columnNames.mobile] }).lines
}

/** The trail needs the hash, because anybody can choose the name. */
export function fileNameAndHash(path: string, bytes: Uint8Array): string {
  const name = path === '-' ? 'standard input' : basename(path).replace(/[^\p{L}\p{M}\p{N} ._-]/gu, '_')
  return `${name.slice(0, 80)} (SHA-256 ${createHash('sha256').update(bytes).digest('hex')})`
}

/** If `known` is undefined, any other columns are allowed. */
type Head = { required: string[]; known?: string[] }

function readTable(bytes: Uint8Array, wanted: Head): AgentsFile {
  if (!isUtf8(bytes)) throw new CommandRefused('The file is not UTF-8 text: save it as "CSV UTF-8".')
  const [head, ...records] = readCsv(Buffer.from(bytes).toString())
  if (!head) throw new CommandRefused('The file is empty.')
  const names = head.cells.map(cell => cell.trim().toLowerCase())
  refuseBadHead(names, wanted)
  if (records.length === 0) throw new CommandRefused('The file has a head and no agents.')
  if (records.length > mostLines)
    throw new CommandRefused(`The file has ${records.length} agents; at most ${mostLines} go at a time.`)
  return {
    lines: records.map(record => readLine(names, record)),
    columns: sheetFields.filter(field => names.includes(columnNames[field])),
  }
}

function refuseBadHead(names: string[], { required, known }: Head): void {
  const [, separator = ''] = (names.length === 1 && /([;\t])/.exec(names[0] ?? '')) || []
  if (separator !== '')
    throw new CommandRefused(
      `The columns are separated by ${separator === ';' ? 'semicolons' : 'tabs'}: save the file with commas.`,
    )
  const unknown = known && names.find(name => !known.includes(name))
  if (unknown !== undefined)
    throw new CommandRefused(
      `The first line names a column '${unknown}'; the columns are ${Object.values(columnNames).join(', ')}.`,
    )
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw new CommandRefused(`The first line names the column '${twice}' twice.`)
  const missing = required.find(name => !names.includes(name))
  if (missing !== undefined) throw new CommandRefused(`The first line must name a column '${missing}'.`)
}

function readLine(names: string[], record: CsvRecord): AgentLine {
  const unreadable = recordProblem(record, names.length)
  const cells = unreadable === undefined ? record.cells : []
  const ofFields = sheetFields.map(field => cells[names.indexOf(columnNames[field])]?.trim() ?? '')
  return {
    line: record.line,
    details: detailsOfCells(sheetFields, ofFields),
    ...(unreadable !== undefined && { unreadable }),
  }
}
