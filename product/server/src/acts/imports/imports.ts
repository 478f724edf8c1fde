import {
  bareMobile,
  becomesOfLine,
  detailsOfCells,
  importLimits,
  mostLines,
  onExistingChoices,
  sheetFields,
  tidyDetails,
  type AgentDetails,
} from '@ekyc/contract/console/sheet-lines'
import { Type } from 'typebox'

import {
  countLines,
  createImport as insertImport,
  dropImport as removeImport,
  dropLines,
  findLastJob,
  listLines,
  lockImport,
  pageOfLines,
  planLines,
  putLines,
  setPlan,
  type Import,
} from '../../database/agents/imports.ts'
import { findOfImport } from '../../database/staff/proposals.ts'
import { CommandRefused } from '../../domain/command-refused.ts'
import { newId } from '../../domain/new-id.ts'
import { act, inputOf, orNone, type Action } from '../act.ts'
import {
  countsOfPlan,
  emptyHash,
  hashWith,
  importId,
  importOf,
  linesOfPiece,
  planPiece,
  refuseProposed,
} from './import-plan.ts'

const integer = Type.Integer()

/** Begins an import. The caller sends the lines afterwards, in pieces. */
export const createImport = act({
  name: 'import.prepare',
  input: inputOf({ name: Type.String(), columns: Type.Array(Type.Enum([...sheetFields])) }),
  async run({ db, at, maker, row }, { name, columns }) {
    const plain = name.replaceAll(/[^\p{L}\p{M}\p{N} ._-]/gu, '_')
    row.subject = `new import ${plain}`
    if (!columns.includes('mobile') || !columns.includes('name'))
      throw new CommandRefused('An import needs the columns mobile and name.')
    const list = { id: newId(at), name: plain, columns, madeBy: makerId(maker), at }
    await insertImport(db, list)
    return { id: list.id }
  },
})

export const addLines = act({
  name: 'import.prepare',
  input: inputOf({
    id: importId,
    lines: Type.Array(
      Type.Object({
        line: integer,
        cells: Type.Array(Type.String()),
        unreadable: orNone(Type.String()),
      }),
    ),
  }),
  async run(action, told) {
    const list = await ownImport(action, told.id)
    action.row.subject = `${told.lines.length} lines of ${list.name}`
    const lines = told.lines.map(({ line, cells, unreadable }) => {
      const details = sheetDetails(detailsOfCells(list.columns, cells))
      return { line, mobile: details.mobile, details, unreadable: unreadable && kept(unreadable) }
    })
    await putLines(action.db, { id: list.id, lines: JSON.stringify(lines) })
    const { lines: count } = await countLines.one(action.db, { id: list.id })
    if (count > mostLines) throw new CommandRefused(`An import has at most ${mostLines} lines.`)
    return { lines: count }
  },
})

function sheetDetails(details: AgentDetails): AgentDetails {
  const tidy = tidyDetails({ ...details, mobile: bareMobile(details.mobile) })
  // The database cannot store NUL or half a surrogate pair. `kept` puts U+FFFD instead, which the rules refuse.
  return JSON.parse(JSON.stringify(tidy), (_key, value: unknown) =>
    typeof value === 'string' ? kept(value) : value,
  ) as AgentDetails
}

function kept(text: string): string {
  return text.replaceAll(/[\0\p{Cs}]/gu, '\ufffd')
}

/** Plans the next lines, and returns the progress of the plan. */
export const planImport = act({
  name: 'import.prepare',
  input: inputOf({
    id: importId,
    onExisting: Type.Enum([...onExistingChoices]),
    leaveOut: Type.Boolean(),
    again: orNone(Type.Boolean()),
  }),
  async run(action, { id, onExisting, leaveOut, again }) {
    const { db, row } = action
    const before = await ownImport(action, id)
    row.subject = `plan of ${before.name}`
    const isFresh = before.hash === '' || before.onExisting !== onExisting || again === true
    const list = { ...before, onExisting, leaveOut, plannedUntil: isFresh ? 0 : before.plannedUntil }
    if (isFresh) list.hash = emptyHash(list)
    list.state = before.lines > 0 ? 'planned' : 'open'
    for (let planned = 0; ; planned += linesOfPiece) {
      const lines = await listLines(db, { id: list.id, after: list.plannedUntil, limit: linesOfPiece })
      const last = lines.at(-1)
      if (!last) break
      if (planned >= importLimits.linesOfPlan) {
        list.state = 'open'
        break
      }
      const plan = await planPiece(db, list, lines)
      const written = plan.map(({ planned: _planned, ...line }) => line)
      await planLines(db, { id: list.id, lines: JSON.stringify(written) })
      list.hash = hashWith(list.hash, lines, plan)
      list.plannedUntil = last.line
    }
    await setPlan(db, list)
    return overview(action, list)
  },
})

export const dropImport = act({
  name: 'import.prepare',
  input: inputOf({ id: importId }),
  async run(action, told) {
    const list = await ownImport(action, told.id)
    action.row.subject = `drop of ${list.name}`
    await dropLines(action.db, { id: list.id })
    await removeImport(action.db, { id: list.id })
    return {}
  },
})

export const showImport = act({
  name: 'import.show',
  input: inputOf({
    id: importId,
    show: orNone(Type.Enum([...becomesOfLine])),
    afterRight: integer,
    afterLine: integer,
    limit: integer,
  }),
  async run(action, { id, show, ...page }) {
    const list = await importOf(action, id)
    const rows = await pageOfLines(action.db, { id: list.id, show, ...page, limit: page.limit + 1 })
    return {
      import: await overview(action, list),
      rows: rows.slice(0, page.limit),
      hasMore: rows.length > page.limit,
    }
  },
})

async function overview({ db, maker }: Action, list: Import) {
  const job = await findLastJob.first(db, { importId: list.id })
  const proposal = await findOfImport.first(db, { importId: list.id })
  return {
    ...list,
    ...(await countsOfPlan(db, list)),
    proposal: proposal?.number,
    isOwn: maker.kind === 'staff' && list.madeBy === maker.id,
    problem: job?.problem ?? undefined,
  }
}

async function ownImport(action: Action, id: string): Promise<Import> {
  const list = await importOf(action, id, lockImport)
  if (list.madeBy !== makerId(action.maker)) throw new CommandRefused('Somebody else makes this import.')
  if (list.state !== 'open' && list.state !== 'planned')
    throw new CommandRefused('This import is applied: it does not change any more.')
  await refuseProposed(action.db, list)
  return list
}

function makerId(maker: Action['maker']): string {
  if (maker.kind === 'staff') return maker.id
  throw new CommandRefused('The command line imports a file by agents import.')
}
