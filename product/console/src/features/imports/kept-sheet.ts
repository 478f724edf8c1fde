import type { Sheet } from '../../sheet/sheet.ts'

/** The file of the last import in this tab, in memory only. The import's page takes the wrong lines from this file. */
let kept: { id: string; sheet: Sheet } | undefined

export function keepSheet(id: string, sheet: Sheet): void {
  kept = { id, sheet }
}

export function sheetOf(id: string): Sheet | undefined {
  return kept?.id === id ? kept.sheet : undefined
}
