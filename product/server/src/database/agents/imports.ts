import {
  becomesOfLine,
  onExistingChoices,
  type AgentDetails,
  type DetailField,
  type SheetField,
} from '@ekyc/contract/console/sheet-lines'
import { importStates } from '@ekyc/contract/console/shapes/imports'

import { columns, sql, statement, t } from '../link/sql.ts'

const becomes = t.oneOf(becomesOfLine)
const states = t.oneOf(importStates)

const oneImport = {
  id: t.uuid,
  name: t.text,
  columns: t.textsOf<SheetField>(),
  state: states,
  onExisting: t.oneOf(onExistingChoices),
  leaveOut: t.boolean,
  madeBy: t.uuid,
  lines: t.integer,
  plannedUntil: t.integer,
  hash: t.text,
}
export type Import = t.RowOf<typeof oneImport>

export const createImport = statement('imports.create')`
  insert into imports (id, name, columns, made_by, made_on)
  values (${t.uuid('id')}, ${t.text('name')}, ${t.textsOf<SheetField>()('columns')}, ${t.uuid('madeBy')},
    ${t.moment('at')})`

export const findImport = statement('imports.find', oneImport)`
  select ${columns(oneImport)} from imports where id = ${t.uuid('id')}`

export const lockImport = statement('imports.lock', oneImport)`
  select ${columns(oneImport)} from imports where id = ${t.uuid('id')} for update`

export const saveImportPlan = statement('imports.setPlan')`
  update imports set state = ${states('state')}, on_existing = ${t.oneOf(onExistingChoices)('onExisting')},
    leave_out = ${t.boolean('leaveOut')}, planned_until = ${t.integer('plannedUntil')}, hash = ${t.text('hash')}
  where id = ${t.uuid('id')}`

/** Discards the plan. */
export const recountImportLines = statement('imports.countLines', { lines: t.integer })`
  update imports set state = 'open', planned_until = 0, hash = '',
    lines = (select count(*) from import_lines where import_id = ${t.uuid('id')})
  where id = ${t.uuid('id')} returning lines`

export const setImportState = statement('imports.setState')`
  update imports set state = ${states('state')} where id = ${t.uuid('id')}`

const line = {
  line: t.integer,
  mobile: t.text,
  details: t.jsonOf<AgentDetails>(),
  unreadable: t.nullable(t.text),
  becomes: t.nullable(becomes),
  fields: t.textsOf<DetailField>(),
  problems: t.jsonOf<{ field?: SheetField; problem: string }[]>(),
  agentId: t.nullable(t.uuid),
  before: t.jsonOf<Partial<Record<DetailField, string>>>(),
}
export type ImportLine = t.RowOf<typeof line>

/** A line that exists already was sent again. */
export const putImportLines = statement('imports.putLines')`
  insert into import_lines (import_id, line, mobile, details, unreadable)
  select ${t.uuid('id')}, line, mobile, details, unreadable
  from jsonb_to_recordset(${t.json('lines')}::jsonb) as new(line integer, mobile text, details jsonb, unreadable text)
  on conflict (import_id, line) do update set mobile = excluded.mobile, details = excluded.details,
    unreadable = excluded.unreadable, becomes = null`

export const listImportLines = statement('imports.listLines', line)`
  select ${columns(line)} from import_lines
  where import_id = ${t.uuid('id')} and line > ${t.integer('after')} order by line limit ${t.bigint('limit')}`

export const listDueImportLines = statement('imports.listDueLines', line)`
  select ${columns(line)} from import_lines
  where import_id = ${t.uuid('id')} and becomes in ('added', 'updated') and progress = 'waiting'
  order by line limit ${t.bigint('limit')}`

export const findFirstLinesOfMobiles = statement('imports.findFirstLines', {
  mobile: t.text,
  line: t.neverNull(t.integer),
})`
  select mobile, min(line) as line from import_lines
  where import_id = ${t.uuid('id')} and mobile = any(${t.textsOf<string>()('mobiles')}) group by mobile`

export const saveLinePlans = statement('imports.planLines')`
  update import_lines set becomes = new.becomes, fields = new.fields, problems = new.problems,
    agent_id = new."agentId", before = new.before
  from jsonb_to_recordset(${t.json('lines')}::jsonb) as new(line integer, becomes text, fields text[], problems jsonb,
    "agentId" uuid, before jsonb)
  where import_lines.import_id = ${t.uuid('id')} and import_lines.line = new.line`

export const saveLineProgress = statement('imports.markLines')`
  update import_lines set progress = new.progress, agent_id = coalesce(new."agentId", agent_id)
  from jsonb_to_recordset(${t.json('lines')}::jsonb) as new(line integer, progress text, "agentId" uuid)
  where import_lines.import_id = ${t.uuid('id')} and import_lines.line = new.line`

const count = t.neverNull(t.bigint)

export const countPlannedLines = statement('imports.countByPlan', {
  added: count,
  updated: count,
  unchanged: count,
  skipped: count,
  wrong: count,
  planned: count,
  done: count,
})`
  select count(*) filter (where becomes = 'added') as added, count(*) filter (where becomes = 'updated') as updated,
    count(*) filter (where becomes = 'unchanged') as unchanged, count(*) filter (where becomes = 'skipped') as skipped,
    count(*) filter (where becomes = 'wrong') as wrong, count(*) as planned,
    count(*) filter (where progress <> 'waiting') as done
  from import_lines where import_id = ${t.uuid('id')} and line <= ${t.integer('plannedUntil')}`

/** Sorts wrong lines first. */
const isRight = sql`(becomes is distinct from 'wrong')::integer`

export const listImportLinesByProblem = statement('imports.pageOfLines', {
  ...line,
  isDone: t.neverNull(t.boolean),
})`
  select ${columns(line)}, progress <> 'waiting' as is_done from import_lines
  where import_id = ${t.uuid('id')}
    and (${t.nullable(becomes)('show')}::text is null or becomes = ${t.nullable(becomes)('show')})
    and (${isRight}, line) > (${t.integer('afterRight')}, ${t.integer('afterLine')})
  order by ${isRight}, line limit ${t.bigint('limit')}`

export const deleteImportLines = statement('imports.dropLines')`
  delete from import_lines where import_id = ${t.uuid('id')}`

export const deleteImport = statement('imports.drop')`
  delete from imports where id = ${t.uuid('id')}`

const lastJob = {
  state: t.oneOf(['waiting', 'running', 'done', 'failed']),
  problem: t.nullable(t.text),
}
export const findLastImportJob = statement('imports.findLastJob', lastJob)`
  select ${columns(lastJob)} from jobs where kind = 'import' and input ->> 'import' = ${t.text('importId')}
  order by created_on desc limit 1`

/** Acts on agents share this advisory lock. An import that begins takes it alone. */
const lockKey = sql`5207112031`

export const blockImportStart = statement('imports.joinActsOnAgents')`
  select from pg_advisory_xact_lock_shared(${lockKey})`

export const blockActsOnAgents = statement('imports.stopActsOnAgents')`
  select from pg_advisory_xact_lock(${lockKey})`

export const findMobileInImport = statement('imports.findHeldMobile', { mobile: t.text })`
  select mobile from import_lines join imports on imports.id = import_id
  where mobile = any(${t.textsOf<string>()('mobiles')}) and becomes in ('added', 'updated')
    and state = 'applying' and progress = 'waiting'
  limit 1`
