import { mkdirSync, writeFileSync } from 'node:fs'

import { inRoot } from '../../scripts/folders.ts'

/** One line of a table, column by column. */
export type Row = Record<string, string | number | undefined>

/**
 * Prints a bench's table and writes what it measured to bench/results/; `details` go to the file alone. A quick run is
 * not for the record: it goes to a file of its own, which git does not keep.
 */
export function report({
  name,
  title,
  machine,
  quick,
  rows,
  details = {},
}: {
  name: string
  title: string
  machine: Record<string, string | number>
  quick: boolean
  rows: Row[]
  details?: object
}): void {
  console.log(`\n${title}${quick ? ' (quick)' : ''}\n`)
  console.log(table(rows))
  console.log(
    `\n${Object.entries(machine)
      .map(([key, value]) => `${key} ${value}`)
      .join(', ')}`,
  )
  const folder = inRoot('bench', 'results')
  mkdirSync(folder, { recursive: true })
  const file = inRoot('bench', 'results', `${name}${quick ? '.quick' : ''}.json`)
  const measuredOn = new Date().toISOString()
  writeFileSync(file, `${JSON.stringify({ title, measuredOn, machine, rows, ...details }, null, 2)}\n`)
}

/** Columns as wide as their widest cell, numbers to the right. */
function table(rows: Row[]): string {
  const columns = [...new Set(rows.flatMap(row => Object.keys(row)))].map(name => {
    const cells = [name, ...rows.map(row => shown(row[name]))]
    const width = Math.max(...cells.map(cell => cell.length))
    const isNumber = rows.every(row => typeof row[name] !== 'string')
    return cells.map(cell => (isNumber ? cell.padStart(width) : cell.padEnd(width)))
  })
  return ['', ...rows]
    .map((_, line) =>
      columns
        .map(cells => cells[line])
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** Three digits are as many as a round is worth. */
function shown(value: string | number | undefined): string {
  if (value === undefined || Number.isNaN(value)) return '–'
  if (typeof value !== 'number') return value
  return Math.abs(value) >= 100 ? String(Math.round(value)) : String(Number(value.toPrecision(3)))
}
