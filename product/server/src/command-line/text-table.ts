import { indiaDateTime } from '@ekyc/contract/india-time'

export type Cell = string | number | Date | null | undefined

export type TableColumns<Row> = Record<string, (row: Row) => Cell>

export function tableOfRows<Row>(rows: Row[], columns: TableColumns<Row>): string {
  const cells = rows.map(row => Object.values(columns).map(cell => cell(row)))
  return textTable(Object.keys(columns), cells)
}

export function textTable(heads: string[], rows: Cell[][]): string {
  const cells = [heads, ...rows.map(row => row.map(cellText))]
  const widths = heads.map((_, column) => Math.max(...cells.map(row => widthOf(row[column] ?? ''))))
  const isNumber = heads.map(
    (_, column) => rows.length > 0 && rows.every(row => typeof row[column] === 'number'),
  )
  const lines = cells.map(row =>
    row.map((cell, column) => padded(cell, widths[column] ?? 0, isNumber[column] ?? false)).join('  '),
  )
  const rule = widths.map(width => '-'.repeat(width)).join('  ')
  return [lines[0], rule, ...lines.slice(1)].map(line => line?.trimEnd()).join('\n')
}

export function fieldList(fields: [string, Cell][]): string {
  const width = Math.max(...fields.map(([name]) => name.length))
  return fields
    .map(([name, value]) => `${`${name}:`.padEnd(width + 2)}${cellText(value)}`.trimEnd())
    .join('\n')
}

/** Replaces each character that could control the terminal by U+FFFD. */
export function cellText(value: Cell): string {
  if (value instanceof Date) return indiaDateTime(value).replace('T', ' ')
  return String(value ?? '').replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, '\ufffd')
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** In most Indian scripts a letter and its vowel signs take one place. */
function widthOf(text: string): number {
  return [...graphemes.segment(text)].length
}

function padded(text: string, width: number, toTheRight: boolean): string {
  const blanks = ' '.repeat(width - widthOf(text))
  return toTheRight ? blanks + text : text + blanks
}
