import { readSheetFile } from './read-sheet.ts'
import { BadSheet, type Sheet, type SheetProblem } from './sheet.ts'

export type SheetAnswer = { sheet: Sheet } | { problem: SheetProblem }

onmessage = ({ data }: MessageEvent<Blob>) => {
  void data
    .arrayBuffer()
    .then(bytes => readSheetFile(new Uint8Array(bytes)))
    .then(
      (sheet): SheetAnswer => ({ sheet }),
      (error: unknown): SheetAnswer => ({
        problem: error instanceof BadSheet ? error.problem : 'unreadable',
      }),
    )
    .then(answer => postMessage(answer))
}
