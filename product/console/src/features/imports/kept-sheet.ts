import type { Sheet } from '../../sheet/sheet.ts'

/** The file of the last import made in this tab, from which the page takes the wrong lines. It lives in memory only. */
let kept: { id: string; sheet: Sheet } | undefined

export function keepSheet(id: string, sheet: Sheet): void {
  kept = { id, sheet }
}

export function sheetOf(id: string): Sheet | undefined {
  return kept?.id === id ? kept.sheet : undefined
}
