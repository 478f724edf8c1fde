import { importLimits, type SheetField } from '@ekyc/contract/console/sheet-lines'

import { addLines, createImport, planImport } from '../src/acts/imports/import-sheet.ts'
import type { ActRunner } from '../src/acts/perform.ts'

export type Sheet = {
  columns?: SheetField[]
  /** The cells of each line. The first of these lines is line 2 of the sheet, after the header. */
  rows: string[][]
  onExisting?: 'refuse' | 'skip' | 'update'
  leaveOut?: boolean
}

/** Sends a sheet in pieces, as the console's page does, and plans the import. */
export async function preparedImport({ perform }: Pick<ActRunner, 'perform'>, sheet: Sheet) {
  const { columns = ['mobile', 'name'], rows, onExisting = 'refuse', leaveOut = false } = sheet
  const { id } = await perform(createImport, { name: 'november.xlsx', columns })
  const { linesOfPiece } = importLimits
  for (let from = 0; from < rows.length; from += linesOfPiece) {
    const piece = rows.slice(from, from + linesOfPiece)
    await perform(addLines, { id, lines: piece.map((cells, index) => ({ line: from + index + 2, cells })) })
  }
  for (;;) {
    const planned = await perform(planImport, { id, onExisting, leaveOut })
    if (planned.state === 'planned') return planned
  }
}
