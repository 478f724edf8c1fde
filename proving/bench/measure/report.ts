import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'

import { inRoot, root } from '../../../scripts/folders.ts'
import { threeDigits } from './figures.ts'

export type Row = Record<string, string | number | undefined>

export type Measured = {
  title: string
  versions?: Record<string, string>
  /** True for a shortened run, whose results are not written to recorded.json. */
  quick: boolean
  rows: Row[]
  details?: object
}

const recordFile = inRoot('proving', 'bench', 'recorded.json')

type About = Record<string, string | number>

/**
 * Prints a bench's table, and writes all of its results to proving/bench/results/, which git ignores. A whole run also
 * writes its table to proving/bench/recorded.json, the source of docs/scaling.md.
 */
export function report(
  name: string,
  about: About,
  { title, versions, quick, rows, details }: Measured,
): void {
  const machine = { ...about, ...versions }
  console.log(`\n${title}${quick ? ' (quick)' : ''}\n`)
  console.table(rows.map(rounded))
  console.log(
    `\n${Object.entries(machine)
      .map(entry => entry.join(' '))
      .join(', ')}`,
  )
  mkdirSync(inRoot('proving', 'bench', 'results'), { recursive: true })
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()
  const result = { title, measuredOn: new Date().toISOString(), commit, machine, rows }
  const ownFile = inRoot('proving', 'bench', 'results', `${name}${quick ? '.quick' : ''}.json`)
  writeFileSync(ownFile, `${JSON.stringify({ ...result, ...details }, null, 2)}\n`)
  if (!quick) record(name, result)
}

function record(name: string, result: object): void {
  const recorded: Record<string, object> = JSON.parse(readFileSync(recordFile, 'utf8'))
  writeFileSync(recordFile, `${JSON.stringify({ ...recorded, [name]: result }, null, 2)}\n`)
}

function rounded(row: Row): Row {
  const digits = (value: number) => (Math.abs(value) >= 100 ? Math.round(value) : threeDigits(value))
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [column, typeof value === 'number' ? digits(value) : value]),
  )
}
