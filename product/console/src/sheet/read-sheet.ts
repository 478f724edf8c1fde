import { importLimits, mostLines, recordProblem, tidyText } from '@ekyc/contract/console/sheet-lines'
import { readCsv } from '@ekyc/contract/read-csv'
import { readSheet } from 'read-excel-file/universal'

import { BadSheet, type Sheet } from './sheet.ts'
import { BadArchive } from './unzip.ts'

/** @throws {BadSheet} the file is refused */
export async function readSheetFile(bytes: Uint8Array<ArrayBuffer>): Promise<Sheet> {
  if (bytes.byteLength > importLimits.fileBytes) throw new BadSheet('too-large')
  const isArchive = bytes[0] === 0x50 && bytes[1] === 0x4b
  const sheet = isArchive ? await readWorkbook(bytes) : readText(bytes)
  if (sheet.rows.length > mostLines) throw new BadSheet('too-many-lines')
  if (sheet.rows.length === 0) throw new BadSheet('empty')
  return sheet
}

function readText(bytes: Uint8Array): Sheet {
  const [head, ...records] = readCsv(utf8(bytes))
  if (!head) throw new BadSheet('empty')
  if (head.cells.length === 1 && /[;\t]/.test(head.cells[0] ?? '')) throw new BadSheet('semicolons')
  return {
    head: head.cells,
    rows: records.map(record => {
      const unreadable = recordProblem(record, head.cells.length)
      return { line: record.line, cells: record.cells.map(shortened), ...(unreadable && { unreadable }) }
    }),
  }
}

function utf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new BadSheet('not-utf8')
  }
}

async function readWorkbook(bytes: Uint8Array<ArrayBuffer>): Promise<Sheet> {
  try {
    const [head = [], ...rows] = (await readSheet(bytes.buffer)).map(row => row.map(textOf))
    return {
      head,
      rows: rows
        .map((cells, index) => ({ line: index + 2, cells: head.map((_name, at) => cells[at] ?? '') }))
        .filter(({ cells }) => cells.some(cell => cell.trim() !== '')),
    }
  } catch (error) {
    throw new BadSheet(error instanceof BadArchive && error.isTooLarge ? 'too-large-unpacked' : 'unreadable')
  }
}

function textOf(cell: unknown): string {
  if (typeof cell === 'string') return shortened(cell)
  if (typeof cell === 'number' || typeof cell === 'boolean') return String(cell)
  return cell instanceof Date ? cell.toISOString() : ''
}

/** Requests stay small. The rules refuse a shortened cell: it is too long, or `…` makes its last role an unknown one. */
function shortened(text: string): string {
  const tidy = tidyText(text)
  return tidy.length > importLimits.cellCharacters
    ? `${tidy.slice(0, importLimits.cellCharacters - 1)}…`
    : tidy
}
