import {
  becomesOfLine,
  onExistingChoices,
  type AgentDetails,
  type DetailField,
  type SheetField,
} from '@ekyc/contract/console/sheet-lines'
import { importStates } from '@ekyc/contract/console/shapes/imports'

import {
  bigint,
  boolean,
  integer,
  json,
  jsonOf,
  moment,
  neverNull,
  nullable,
  oneOf,
  text,
  textsOf,
  uuid,
  type RowOf,
} from '../link/column-types.ts'
import { columns, sql, statement } from '../link/sql.ts'

const becomes = oneOf(becomesOfLine)
const states = oneOf(importStates)

const oneImport = {
  id: uuid,
  name: text,
  columns: textsOf<SheetField>(),
  state: states,
  onExisting: oneOf(onExistingChoices),
  leaveOut: boolean,
  madeBy: uuid,
  lines: integer,
  plannedUntil: integer,
  hash: text,
}
export type Import = RowOf<typeof oneImport>

export const createImport = statement('imports.create')`
  insert into imports (id, name, columns, made_by, made_on)
  values (${uuid('id')}, ${text('name')}, ${textsOf<SheetField>()('columns')}, ${uuid('madeBy')}, ${moment('at')})`

export const findImport = statement('imports.find', oneImport)`
  select ${columns(oneImport)} from imports where id = ${uuid('id')}`

export const lockImport = statement('imports.lock', oneImport)`
  select ${columns(oneImport)} from imports where id = ${uuid('id')} for update`

export const saveImportPlan = statement('imports.setPlan')`
  update imports set state = ${states('state')}, on_existing = ${oneOf(onExistingChoices)('onExisting')},
    leave_out = ${boolean('leaveOut')}, planned_until = ${integer('plannedUntil')}, hash = ${text('hash')}
  where id = ${uuid('id')}`

/** Discards the plan. */
export const recountImportLines = statement('imports.countLines', { lines: integer })`
  update imports set state = 'open', planned_until = 0, hash = '',
    lines = (select count(*) from import_lines where import_id = ${uuid('id')})
  where id = ${uuid('id')} returning lines`

export const setImportState = statement('imports.setState')`
  update imports set state = ${states('state')} where id = ${uuid('id')}`

const line = {
  line: integer,
  mobile: text,
  details: jsonOf<AgentDetails>(),
  unreadable: nullable(text),
  becomes: nullable(becomes),
  fields: textsOf<DetailField>(),
  problems: jsonOf<{ field?: SheetField; problem: string }[]>(),
  agentId: nullable(uuid),
  before: jsonOf<Partial<Record<DetailField, string>>>(),
}
export type ImportLine = RowOf<typeof line>

/** A line that exists already was sent again. */
export const putImportLines = statement('imports.putLines')`
  insert into import_lines (import_id, line, mobile, details, unreadable)
  select ${uuid('id')}, line, mobile, details, unreadable
  from jsonb_to_recordset(${json('lines')}::jsonb) as new(line integer, mobile text, details jsonb, unreadable text)
  on conflict (import_id, line) do update set mobile = excluded.mobile, details = excluded.details,
    unreadable = excluded.unreadable, becomes = null`

export const listImportLines = statement('imports.listLines', line)`
  select ${columns(line)} from import_lines
  where import_id = ${uuid('id')} and line > ${integer('after')} order by line limit ${bigint('limit')}`

export const listDueImportLines = statement('imports.listDueLines', line)`
  select ${columns(line)} from import_lines
  where import_id = ${uuid('id')} and becomes in ('added', 'updated') and progress = 'waiting'
  order by line limit ${bigint('limit')}`

export const findFirstLinesOfMobiles = statement('imports.findFirstLines', {
  mobile: text,
  line: neverNull(integer),
})`
  select mobile, min(line) as line from import_lines
  where import_id = ${uuid('id')} and mobile = any(${textsOf<string>()('mobiles')}) group by mobile`

export const saveLinePlans = statement('imports.planLines')`
  update import_lines set becomes = new.becomes, fields = new.fields, problems = new.problems,
    agent_id = new."agentId", before = new.before
  from jsonb_to_recordset(${json('lines')}::jsonb) as new(line integer, becomes text, fields text[], problems jsonb,
    "agentId" uuid, before jsonb)
  where import_lines.import_id = ${uuid('id')} and import_lines.line = new.line`

export const saveLineProgress = statement('imports.markLines')`
  update import_lines set progress = new.progress, agent_id = coalesce(new."agentId", agent_id)
  from jsonb_to_recordset(${json('lines')}::jsonb) as new(line integer, progress text, "agentId" uuid)
  where import_lines.import_id = ${uuid('id')} and import_lines.line = new.line`

const count = neverNull(bigint)

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
  from import_lines where import_id = ${uuid('id')} and line <= ${integer('plannedUntil')}`

/** Sorts wrong lines first. */
const isRight = sql`(becomes is distinct from 'wrong')::integer`

export const listImportLinesByProblem = statement('imports.pageOfLines', {
  ...line,
  isDone: neverNull(boolean),
})`
  select ${columns(line)}, progress <> 'waiting' as is_done from import_lines
  where import_id = ${uuid('id')}
    and (${nullable(becomes)('show')}::text is null or becomes = ${nullable(becomes)('show')})
    and (${isRight}, line) > (${integer('afterRight')}, ${integer('afterLine')})
  order by ${isRight}, line limit ${bigint('limit')}`

export const deleteImportLines = statement('imports.dropLines')`
  delete from import_lines where import_id = ${uuid('id')}`

export const deleteImport = statement('imports.drop')`
  delete from imports where id = ${uuid('id')}`

const lastJob = {
  state: oneOf(['waiting', 'running', 'done', 'failed']),
  problem: nullable(text),
}
export const findLastImportJob = statement('imports.findLastJob', lastJob)`
  select ${columns(lastJob)} from jobs where kind = 'import' and input ->> 'import' = ${text('importId')}
  order by created_on desc limit 1`

/** Acts on agents share this advisory lock. An import that begins takes it alone. */
const lockKey = sql`5207112031`

export const blockImportStart = statement('imports.joinActsOnAgents')`
  select from pg_advisory_xact_lock_shared(${lockKey})`

export const blockActsOnAgents = statement('imports.stopActsOnAgents')`
  select from pg_advisory_xact_lock(${lockKey})`

export const findMobileInImport = statement('imports.findHeldMobile', { mobile: text })`
  select mobile from import_lines join imports on imports.id = import_id
  where mobile = any(${textsOf<string>()('mobiles')}) and becomes in ('added', 'updated')
    and state = 'applying' and progress = 'waiting'
  limit 1`
