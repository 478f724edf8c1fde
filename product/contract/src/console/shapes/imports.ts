import { Type } from 'typebox'

import { becomesOfLine, importLimits, onExistingChoices, sheetFields } from '../sheet-lines.ts'
import { count, id, limit } from './common.ts'

const field = Type.Enum([...sheetFields])
const line = Type.Integer({ minimum: 1, maximum: 1_000_000 })
/** The hash of all lines of an import with their planned results. A proposal is valid for this hash only. */
const hash = Type.String({ pattern: '^[0-9a-f]{64}$' })

const becomes = Type.Enum([...becomesOfLine])

/** The states of an import, in the order in which they follow. Only an open import takes lines. */
export const importStates = ['open', 'planned', 'applying', 'applied'] as const

const oneImport = Type.Object({
  id,
  name: Type.String(),
  columns: Type.Array(field),
  state: Type.Enum([...importStates]),
  onExisting: Type.Enum([...onExistingChoices]),
  leaveOut: Type.Boolean(),
  /** True if the person who asks has made the import. Only this person may change it. */
  isOwn: Type.Boolean(),
  lines: count,
  /** In the state `planned`, this number equals `lines`. */
  planned: count,
  counts: Type.Object({ added: count, updated: count, unchanged: count, skipped: count, wrong: count }),
  /** The number of added or updated lines that are already applied. */
  done: count,
  /** The hash for the input of the act agent.import; undefined until all lines are planned. */
  hash: Type.Optional(hash),
  /** The number of the proposal that decides on the import now. Until it ends, nobody changes the import. */
  proposal: Type.Optional(Type.Integer({ minimum: 1 })),
  /** The reason why the last attempt to apply the import changed nothing, or only a part of the lines. */
  problem: Type.Optional(Type.String()),
})

const changed = Type.Object({ field, now: Type.String(), becomes: Type.String() })

export const importShapes = {
  createImport: {
    request: Type.Object({
      name: Type.String({ minLength: 1, maxLength: 120 }),
      columns: Type.Array(field, { minItems: 2, maxItems: sheetFields.length, uniqueItems: true }),
    }),
    answer: Type.Object({ id }),
  },
  addLines: {
    request: Type.Object({
      id,
      lines: Type.Array(
        Type.Object({
          line,
          cells: Type.Array(Type.String({ maxLength: importLimits.cellCharacters }), {
            maxItems: importLimits.cells,
          }),
          /** The reason why the browser could not read the line correctly. */
          unreadable: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
        }),
        { minItems: 1, maxItems: importLimits.linesOfPiece },
      ),
    }),
    answer: Type.Object({ lines: count }),
  },
  /** Plans the next `importLimits.linesOfPlan` lines. The page repeats the call until the state is `planned`. */
  planImport: {
    request: Type.Object({
      id,
      onExisting: Type.Enum([...onExistingChoices]),
      /** True if wrong lines are left out, so that the other lines may be proposed. */
      leaveOut: Type.Boolean(),
      /** True to plan all lines again, because agents have changed. */
      again: Type.Optional(Type.Boolean()),
    }),
    answer: oneImport,
  },
  getImport: {
    request: Type.Object({
      id,
      /** The planned result of the lines to list. By default all lines are listed, the wrong ones first. */
      show: Type.Optional(becomes),
      limit,
      after: Type.Optional(Type.String({ pattern: '^[01]\\.\\d{1,7}$' })),
    }),
    answer: Type.Object({
      import: oneImport,
      rows: Type.Array(
        Type.Object({
          line,
          /** The text of the line's mobile cell, masked if the text is a mobile number. */
          mobile: Type.String(),
          name: Type.String(),
          branch: Type.String(),
          /** The agent whom the line changes, or has added. */
          agent: Type.Optional(id),
          becomes: Type.Optional(becomes),
          roles: Type.Array(Type.String()),
          changes: Type.Array(changed),
          problems: Type.Array(Type.Object({ field: Type.Optional(field), problem: Type.String() })),
          isDone: Type.Boolean(),
        }),
      ),
      next: Type.Optional(Type.String()),
    }),
  },
  dropImport: { request: Type.Object({ id }), answer: Type.Object({}) },
}
