import { mkdirSync, writeFileSync } from 'node:fs'

import { inRoot } from '../../scripts/folders.ts'
import { threeDigits } from './figures.ts'

/** One line of a table, column by column. */
export type Row = Record<string, string | number | undefined>

export type Measured = {
  title: string
  /** Versions of the programs that were measured. */
  versions?: Record<string, string>
  /** Results of a quick run go to a file that git ignores. */
  quick: boolean
  rows: Row[]
  /** Further fields of the file. */
  details?: object
}

type About = Record<string, string | number>

/** Prints a bench's table and writes its results to bench/results/. */
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
  mkdirSync(inRoot('bench', 'results'), { recursive: true })
  const file = inRoot('bench', 'results', `${name}${quick ? '.quick' : ''}.json`)
  const measuredOn = new Date().toISOString()
  writeFileSync(file, `${JSON.stringify({ title, measuredOn, machine, rows, ...details }, null, 2)}\n`)
}

function rounded(row: Row): Row {
  const digits = (value: number) => (Math.abs(value) >= 100 ? Math.round(value) : threeDigits(value))
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [column, typeof value === 'number' ? digits(value) : value]),
  )
}
