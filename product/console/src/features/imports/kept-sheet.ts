import type { Sheet } from '../../sheet/sheet.ts'

/** The file of the import that was made last in this tab: its wrong lines can be had as a file. It is never stored. */
let kept: { id: string; sheet: Sheet } | undefined

export function keepSheet(id: string, sheet: Sheet): void {
  kept = { id, sheet }
}

export function sheetOf(id: string): Sheet | undefined {
  return kept?.id === id ? kept.sheet : undefined
}
