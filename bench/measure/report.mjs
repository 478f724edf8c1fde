import { mkdirSync, writeFileSync } from 'node:fs'

import { inRoot } from '../../scripts/folders.ts'

/**
 * Prints a bench's table and writes what it measured to bench/results/.
 *
 * @param {{ name: string, title: string, machine: object, quick: boolean, rows: Record<string, unknown>[],
 *   details?: object }} measured a row is one line of the table, column by column; `details` go to the file alone.
 *   A quick run is not for the record: it goes to a file of its own, which git does not keep.
 */
export function report({ name, title, machine, quick, rows, details = {} }) {
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
export function table(rows) {
  const columns = [...new Set(rows.flatMap(row => Object.keys(row)))]
  const cells = [columns, ...rows.map(row => columns.map(column => shown(row[column])))]
  const widths = columns.map((_, index) => Math.max(...cells.map(line => line[index].length)))
  const isNumber = columns.map(column => rows.every(row => typeof row[column] !== 'string'))
  return cells
    .map(line =>
      line
        .map((cell, index) => (isNumber[index] ? cell.padStart(widths[index]) : cell.padEnd(widths[index])))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** Three digits are as many as a round is worth. */
function shown(value) {
  if (value === undefined || value === null) return '–'
  if (typeof value !== 'number') return String(value)
  return Math.abs(value) >= 100 ? String(Math.round(value)) : String(Number(value.toPrecision(3)))
}
