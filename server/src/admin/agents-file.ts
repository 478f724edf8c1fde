import { agentRole } from '@ekyc/contract/words'

import type { ImportLine } from '../domain/agent-administration.ts'
import type { AgentDetails } from '../domain/agent-details.ts'
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

const requiredColumns = [columns.mobile, columns.name]
const mostAgents = 100_000

/**
 * Reads a CSV file of agents. What is wrong with one line is told with that line.
 * @throws CommandRefused when the file as a whole cannot be read
 */
export function readAgentsFile(bytes: Uint8Array): ImportLine[] {
  const [head, ...records] = readCsv(utf8(bytes))
  if (!head) throw new CommandRefused('The file is empty.')
  const names = head.cells.map(cell => cell.trim().toLowerCase())
  refuseBadHead(names)
  if (records.length === 0) throw new CommandRefused('The file has a head and no agents.')
  if (records.length > mostAgents)
    throw new CommandRefused(`The file has ${records.length} agents; at most ${mostAgents} go in at a time.`)
  return records.map(record => readLine(names, record))
}

function utf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new CommandRefused('The file is not UTF-8 text: save it as "CSV UTF-8".')
  }
}

function refuseBadHead(names: string[]): void {
  const known = Object.values(columns)
  if (names.length === 1 && names[0]?.includes(';'))
    throw new CommandRefused('The columns are separated by semicolons: save the file with commas.')
  const unknown = names.find(name => !known.includes(name))
  if (unknown !== undefined)
    throw new CommandRefused(
      `The first line names a column '${unknown}'; the columns are ${known.join(', ')}.`,
    )
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw new CommandRefused(`The first line names the column '${twice}' twice.`)
  const missing = requiredColumns.find(name => !names.includes(name))
  if (missing !== undefined) throw new CommandRefused(`The first line must name a column '${missing}'.`)
}

function readLine(names: string[], { line, cells, broken }: CsvRecord): ImportLine {
  if (broken) return { line, problem: 'has a quotation mark that does not belong there' }
  if (cells.length !== names.length)
    return { line, problem: `has ${cells.length} cells, the first line has ${names.length}` }
  const cell = (field: keyof AgentDetails) => cells[names.indexOf(columns[field])] ?? ''
  const roles = cell('roles')
    .split(/[;,\s]+/)
    .filter(Boolean)
  return {
    line,
    details: {
      mobile: cell('mobile'),
      name: cell('name'),
      email: cell('email'),
      addressLine1: cell('addressLine1'),
      addressLine2: cell('addressLine2'),
      roles: roles.length > 0 ? roles : [agentRole],
    },
  }
}
