import { createHash } from 'node:crypto'
import { basename } from 'node:path'

import { agentRole } from '@ekyc/contract/words'

import type { FileLine } from '../administration/agent-lines.ts'
import { withEach, type AgentDetails } from '../domain/agent-details.ts'
import { CommandRefused } from '../domain/command-refused.ts'
import { readCsv, type CsvRecord } from './csv.ts'

/** The column name of each detail. */
export const columns: Record<keyof AgentDetails, string> = {
  mobile: 'mobile',
  name: 'name',
  email: 'email',
  addressLine1: 'address_line1',
  addressLine2: 'address_line2',
  staffNumber: 'staff_number',
  branch: 'branch',
  outlet: 'outlet',
  supervisor: 'supervisor',
  roles: 'roles',
}

/** Columns that an export adds, and an import ignores. */
export const columnsOfExports = ['status', 'since']

const fields = Object.keys(columns) as (keyof AgentDetails)[]
const requiredColumns = [columns.mobile, columns.name]
const mostAgents = 100_000

/**
 * Reads a CSV file of agents. Returns an unreadable line as its problem.
 * @throws CommandRefused when the whole file is unreadable
 */
export function readAgentsFile(bytes: Uint8Array): {
  lines: FileLine<AgentDetails>[]
  columns: (keyof AgentDetails)[]
} {
  const { names, records } = readTable(bytes, {
    required: requiredColumns,
    known: [...Object.values(columns), ...columnsOfExports],
  })
  return {
    lines: records.map(record => readLine(names, record, detailsOf)),
    columns: fields.filter(field => names.includes(columns[field])),
  }
}

/**
 * Reads a CSV file with a column `mobile`, and ignores its other columns.
 * @throws CommandRefused when the whole file is unreadable
 */
export function readMobilesFile(bytes: Uint8Array): FileLine<{ mobile: string }>[] {
  const { names, records } = readTable(bytes, { required: [columns.mobile] })
  return records.map(record => readLine(names, record, cell => ({ mobile: cell('mobile') })))
}

/** Names the file in the audit trail by its name and hash, because anybody can choose the name. */
export function sourceOf(path: string, bytes: Uint8Array): string {
  const name = path === '-' ? 'standard input' : basename(path).replace(/[^\p{L}\p{M}\p{N} ._-]/gu, '_')
  return `${name.slice(0, 80)} (SHA-256 ${createHash('sha256').update(bytes).digest('hex')})`
}

/** @param known undefined if the file may have other columns */
type Head = { required: string[]; known?: string[] }

function readTable(bytes: Uint8Array, wanted: Head): { names: string[]; records: CsvRecord[] } {
  const [head, ...records] = readCsv(utf8(bytes))
  if (!head) throw new CommandRefused('The file is empty.')
  const names = head.cells.map(cell => cell.trim().toLowerCase())
  refuseBadHead(names, wanted)
  if (records.length === 0) throw new CommandRefused('The file has a head and no agents.')
  if (records.length > mostAgents)
    throw new CommandRefused(`The file has ${records.length} agents; at most ${mostAgents} go at a time.`)
  return { names, records }
}

function utf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new CommandRefused('The file is not UTF-8 text: save it as "CSV UTF-8".')
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
      `The first line names a column '${unknown}'; the columns are ${Object.values(columns).join(', ')}.`,
    )
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw new CommandRefused(`The first line names the column '${twice}' twice.`)
  const missing = required.find(name => !names.includes(name))
  if (missing !== undefined) throw new CommandRefused(`The first line must name a column '${missing}'.`)
}

type CellOf = (field: keyof AgentDetails) => string

function readLine<Row>(
  names: string[],
  { line, cells, broken }: CsvRecord,
  read: (cell: CellOf) => Row,
): FileLine<Row> {
  if (broken) return { line, problem: 'has a quotation mark that does not belong there' }
  if (cells.length !== names.length)
    return { line, problem: `has ${cells.length} cells, the first line has ${names.length}` }
  return { line, details: read(field => cells[names.indexOf(columns[field])] ?? '') }
}

function detailsOf(cell: CellOf): AgentDetails {
  const roles = cell('roles')
    .split(/[;,\s]+/)
    .filter(Boolean)
  return {
    ...withEach(cell),
    mobile: cell('mobile'),
    roles: roles.length > 0 ? roles : [agentRole],
  }
}
