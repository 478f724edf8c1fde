import { Type } from 'typebox'

import { becomesOfLine, importLimits, onExistingChoices, sheetFields } from '../sheet-lines.ts'

const id = Type.String({ format: 'uuid' })
const field = Type.Enum([...sheetFields])
const count = Type.Integer({ minimum: 0 })
const line = Type.Integer({ minimum: 1, maximum: 1_000_000 })
/** Covers every line with what becomes of it; a proposal is of exactly this. */
const hash = Type.String({ pattern: '^[0-9a-f]{64}$' })

const becomes = Type.Enum([...becomesOfLine])

/** An import takes lines while it is open; the states after it come in their order. */
export const importStates = ['open', 'planned', 'applying', 'applied', 'undoing', 'undone'] as const

const oneImport = Type.Object({
  id,
  name: Type.String(),
  columns: Type.Array(field),
  state: Type.Enum([...importStates]),
  onExisting: Type.Enum([...onExistingChoices]),
  leaveOut: Type.Boolean(),
  /** True for the person who has made it, and who alone may change it. */
  isOwn: Type.Boolean(),
  lines: count,
  /** The lines that are planned; all of them when the state is planned. */
  planned: count,
  counts: Type.Object({ added: count, updated: count, unchanged: count, skipped: count, wrong: count }),
  /** The lines that are applied, of those that are added or updated. */
  done: count,
  /** The input of the acts agent.import and import.undo; undefined until all lines are planned. */
  hash: Type.Optional(hash),
  /** Until here the import can be undone. */
  undoUntil: Type.Optional(Type.String({ format: 'date-time' })),
  /** The reason why the job did nothing, or not all. */
  problem: Type.Optional(Type.String()),
})

const changed = Type.Object({ field, now: Type.String(), becomes: Type.String() })
const lineOfPage = {
  line,
  /** Masked, if it is a mobile. */
  mobile: Type.String(),
  name: Type.String(),
}
const page = { after: Type.Optional(Type.String({ pattern: '^[01]\\.\\d{1,7}$' })) }
const next = Type.Optional(Type.String())

export const importShapes = {
  createImport: {
    request: Type.Object({
      /** The name of the file. */
      name: Type.String({ minLength: 1, maxLength: 120 }),
      /** The fields of the columns, in their order. */
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
          /** The reason why the browser could not read the line as it should be. */
          unreadable: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
        }),
        { minItems: 1, maxItems: importLimits.linesOfPiece },
      ),
    }),
    answer: Type.Object({ lines: count }),
  },
  /** Plans the next lines, at most `importLimits.linesOfPlan`; the page calls again until the state is planned. */
  planImport: {
    request: Type.Object({
      id,
      onExisting: Type.Enum([...onExistingChoices]),
      /** Wrong lines are left out, and the others may be proposed. */
      leaveOut: Type.Boolean(),
      /** Plans all lines again, since agents have changed. */
      again: Type.Optional(Type.Boolean()),
    }),
    answer: oneImport,
  },
  getImport: {
    request: Type.Object({
      id,
      /** All lines where it is missing, wrong ones first. */
      show: Type.Optional(becomes),
      limit: Type.Optional(Type.Union([Type.Literal(50), Type.Literal(100), Type.Literal(200)])),
      ...page,
    }),
    answer: Type.Object({
      import: oneImport,
      rows: Type.Array(
        Type.Object({
          ...lineOfPage,
          becomes: Type.Optional(becomes),
          roles: Type.Array(Type.String()),
          changes: Type.Array(changed),
          problems: Type.Array(Type.Object({ field: Type.Optional(field), problem: Type.String() })),
          isDone: Type.Boolean(),
        }),
      ),
      next,
    }),
  },
  /** Tells what an undo would take back, and what it would leave and why, by the code that undoes. */
  getUndo: {
    request: Type.Object({ id, ...page }),
    answer: Type.Object({
      removed: count,
      restored: count,
      kept: count,
      hash,
      rows: Type.Array(Type.Object({ ...lineOfPage, reason: Type.String() })),
      next,
    }),
  },
  dropImport: { request: Type.Object({ id }), answer: Type.Object({}) },
}
