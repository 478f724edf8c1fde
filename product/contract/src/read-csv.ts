export type CsvRecord = {
  /** The line of the record's first character, counted from 1. A quoted cell may contain line ends. */
  line: number
  cells: string[]
  /** True if a quotation mark stands where RFC 4180 forbids it. */
  broken: boolean
}

/** Matches one cell, quoted or not, with the comma or line end after it. */
const cellPattern = /(?:"([^"]*(?:""[^"]*)*)"|([^",\r\n]*))(,|\r\n|\n|\r|$)/y
/** Matches the rest of a line with an unclosed or misplaced quotation mark. Reading continues with the next line. */
const lostPattern = /[^\r\n]*(\r\n|\n|\r|$)/y

/** Reads CSV by RFC 4180, with any line end and an optional byte order mark, and skips blank lines. */
export function readCsv(text: string): CsvRecord[] {
  const records: CsvRecord[] = []
  let line = 1
  let at = text.startsWith('\ufeff') ? 1 : 0
  let record: CsvRecord = { line, cells: [], broken: false }

  while (at < text.length || record.cells.length > 0) {
    const cell = readCell(text, at)
    record.cells.push(cell.value)
    if (cell.broken) record.broken = true
    at += cell.length
    line += cell.lines
    if (cell.end === ',') continue
    if (record.broken || record.cells.some(value => value.trim() !== '')) records.push(record)
    record = { line, cells: [], broken: false }
  }
  return records
}

function readCell(text: string, at: number) {
  cellPattern.lastIndex = lostPattern.lastIndex = at
  const cellMatch = cellPattern.exec(text)
  const [all = '', quoted, plain, cellEnd] = cellMatch ?? []
  const [lost = '', lineEnd] = cellMatch ? [] : (lostPattern.exec(text) ?? [])
  return {
    value: quoted?.replaceAll('""', '"') ?? plain ?? '',
    broken: !cellMatch,
    end: cellEnd ?? lineEnd,
    length: all.length + lost.length,
    lines: (all + lost).match(/\r\n|\n|\r/g)?.length ?? 0,
  }
}
