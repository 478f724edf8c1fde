import { agentRole } from '@ekyc/contract/words'

import type { AgentDetails } from '../domain/agent-details.ts'
import type { FileLine } from '../domain/many-agents.ts'
import { CommandRefused } from '../domain/command-refused.ts'
import { readCsv, type CsvRecord } from './csv.ts'

/** The head of an agents file, and what each column fills. */
export const columns: Record<keyof AgentDetails, string> = {
  mobile: 'mobile',
  name: 'name',
  email: 'email',
  addressLine1: 'address_line1',
  addressLine2: 'address_line2',
  roles: 'roles',
}

const fields = Object.keys(columns) as (keyof AgentDetails)[]
const requiredColumns = [columns.mobile, columns.name]
const mostAgents = 100_000

/**
 * Reads a CSV file of agents. What is wrong with one line is told with that line.
 * @throws CommandRefused when the file as a whole cannot be read
 */
export function readAgentsFile(bytes: Uint8Array): {
  lines: FileLine<AgentDetails>[]
  columns: (keyof AgentDetails)[]
} {
  const { names, records } = readTable(bytes, { required: requiredColumns, known: Object.values(columns) })
  return {
    lines: records.map(record => readLine(names, record, detailsOf)),
    columns: fields.filter(field => names.includes(columns[field])),
  }
}

/**
 * Reads a CSV file that has mobiles in a column of that name, whatever the others are.
 * @throws CommandRefused when the file as a whole cannot be read
 */
export function readMobilesFile(bytes: Uint8Array): FileLine<{ mobile: string }>[] {
  const { names, records } = readTable(bytes, { required: [columns.mobile] })
  return records.map(record => readLine(names, record, cell => ({ mobile: cell('mobile') })))
}

/** @param known undefined: other columns may stand beside */
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
  if (names.length === 1 && names[0]?.includes(';'))
    throw new CommandRefused('The columns are separated by semicolons: save the file with commas.')
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
    mobile: cell('mobile'),
    name: cell('name'),
    email: cell('email'),
    addressLine1: cell('addressLine1'),
    addressLine2: cell('addressLine2'),
    roles: roles.length > 0 ? roles : [agentRole],
  }
}
