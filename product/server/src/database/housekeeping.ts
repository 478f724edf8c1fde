import { importLimits } from '@ekyc/contract/console/sheet-lines'
import { indiaDate, indiaDateTime } from '@ekyc/contract/india-time'
import { lockWithoutEnd } from '@ekyc/contract/limits'

import { dayMs, hourMs } from '../domain/clocks.ts'
import { agentHistoryMs, scannerHistoryMs } from '../domain/fraud/fraud-rules.ts'
import { monthOf, orderRetentionYears, yearsBefore } from '../domain/calendar.ts'
import type { Policy } from '../domain/policy.ts'
import { updateAgentStandings } from './agents/agent-index.ts'
import {
  hasHolds,
  isHeldOutboxEntry,
  isHeldOrder,
  restoreHeldOrders,
  readHeldRecords,
  copyHeldOrdersAside,
  type HeldRecords,
} from './kyc/legal-holds.ts'
import { dropOrderPartitions, hasOrderPartitionsBefore } from './schema/order-partitions.ts'
import { expireProposals } from './staff/proposals.ts'
import { raw, sql, statement, t, type Sql, type SqlRunner } from './link/sql.ts'

export async function runHousekeeping(db: SqlRunner, at: Date, policy: Policy): Promise<void> {
  const before = (kept: Kept) => startOf(kept, at, policy)
  for (const [sweep, kept] of sweeps) await inBatches(limit => sweep(db, { before: before(kept), limit }))
  await inBatches(limit =>
    deleteLoginAttempts(db, {
      before: before('loginFailuresKeptHours'),
      lockedBefore: before('lockKeptDays'),
      lock: new Date(lockWithoutEnd),
      at,
      limit,
    }),
  )
  // An interrupted run may have left orders in held_orders.
  await inBatches(limit => restoreHeldOrders(db, { limit }))
  const held = await readHeldRecords(db)
  await inBatches(limit => deleteExceptions(db, { ...held, before: before('exceptionKeptDays'), limit }))
  // A delivered entry has no body. A dead entry stays for `deadMessageDays`, so that operators can inspect it.
  await deleteOutboxEntries(db, {
    ...held,
    deliveredBefore: before('deliveredMessageDays'),
    deadBefore: before('deadMessageDays'),
  })
  await eraseNeeds(db, { before: before('exceptionNeedsDays') })
  const importsBefore = before(importLimits.keptDays * dayMs)
  await inBatches(limit => deleteImportLines(db, { before: importsBefore, limit }))
  await deleteImports(db, { before: importsBefore })
  await expireProposals(db)
  await updateAgentStandings(db, at, indiaDateTime(at).slice(11, 13) === nightHour)
  await inBatches(limit => deleteUnfinishedOrders(db, { ...held, before: before('auditOtherYears'), limit }))
  await deleteOrders(db, at, policy, held)
}

/** The number of the policy that tells how long rows are kept, whose name ends with its unit, or a time in ms. */
type Kept = Extract<keyof Policy, `${string}${'Hours' | 'Days' | 'Years'}`> | number

function startOf(kept: Kept, at: Date, policy: Policy): Date {
  if (typeof kept === 'number') return new Date(at.getTime() - kept)
  if (kept.endsWith('Years')) return yearsBefore(at, policy[kept])
  return new Date(at.getTime() - policy[kept] * (kept.endsWith('Days') ? dayMs : hourMs))
}

/** The hour in India in which the days of all agents' last orders are found again. */
const nightHour = '02'

async function deleteOrders(db: SqlRunner, at: Date, policy: Policy, held: HeldRecords): Promise<void> {
  // Orders are deleted by whole months in India together with their counters, because the totals of lists come from the
  // counters.
  const { from: before } = monthOf(yearsBefore(at, orderRetentionYears(policy)))
  if (hasHolds(held) && (await hasOrderPartitionsBefore(db, before)))
    await copyHeldOrdersAside(db, { ...held, before })
  // The next hourly run drops a month that is in use: to delete its rows would take as long as inserting them took.
  if (!(await dropOrderPartitions(db, before))) return
  await inBatches(limit => restoreHeldOrders(db, { limit }))
  await inBatches(limit => deleteFinishedOrders(db, { ...held, before, limit }))
  await inBatches(limit => deleteReferenceOrders(db, { ...held, before, limit }))
  // While anything is held, all consent texts stay: the texts name nobody, and held orders may need any of them.
  if (hasHolds(held)) return
  // An order names a consent text that was in force when the order was opened, or a later text.
  await deleteConsentTexts(db, { before: new Date(before.getTime() - policy.formerConsentHours * hourMs) })
  await deleteDailyCounts(db, { before: indiaDate(before) })
}

/** Each statement stays within its time limit however many rows there are. */
async function inBatches(deleteBatch: (limit: number) => Promise<unknown[]>): Promise<void> {
  const limit = 1_000
  let deleted = limit
  while (deleted === limit) deleted = (await deleteBatch(limit)).length
}

const removed = { isRemoved: t.neverNull(t.boolean) }

/** Tests the time twice, because a row may be updated between its choice and its deletion. */
function oldest<Values>(table: string, key: string, time: string, only?: Sql<Values>) {
  const isOver = sql`${raw(time)} < ${t.moment('before')} and ${only ?? sql`true`}`
  return sql`
    delete from ${raw(table)} where ${isOver} and (${raw(key)}) in
      (select ${raw(key)} from ${raw(table)} where ${isOver} order by ${raw(time)} limit ${t.bigint('limit')})
    returning true as is_removed`
}

function sweepOf(table: string, key: string, time: string, only?: Sql<unknown>) {
  const name = `housekeeping.${table}${only ? '.some' : ''}`
  return statement(name, removed)`${oldest(table, key, time, only)}`
}

const sweeps: [sweep: ReturnType<typeof sweepOf>, kept: Kept][] = [
  [sweepOf('verified_phones', 'mobile', 'verified_until'), 0],
  [sweepOf('address_marks', 'address, kind, mark', 'marked_on'), 'addressMarkKeptHours'],
  [sweepOf('one_time_codes', 'mobile, requester', 'expires_on'), 'expiredOtpKeptHours'],
  [sweepOf('one_time_password_sends', 'mobile, id', 'sent_on'), 'otpSendKeptHours'],
  [sweepOf('passkey_challenges', 'mobile, challenge_hash', 'expires_on'), 0],
  [sweepOf('quotas', 'subject, kind', 'began_on', sql`kind not like 'day-%'`), 'quotaKeptHours'],
  [sweepOf('quotas', 'subject, kind', 'began_on'), 2 * dayMs],
  [sweepOf('watched_orders', 'order_id', 'at'), agentHistoryMs],
  [sweepOf('watched_units', 'unit, agent_id', 'last_on'), scannerHistoryMs],
  [sweepOf('fraud_alerts', 'number', 'closed_on'), 'auditOtherYears'],
  // An old capture cannot be used again: the server and, after a day, the authority refuse it.
  [sweepOf('used_captures', 'capture_hash', 'used_on'), 'usedCaptureDays'],
  [sweepOf('device_units', 'unit', 'last_seen_on'), 'auditOtherYears'],
  [sweepOf('device_models', 'day, model, maker, service, driver', 'last_seen_on'), 'auditOtherYears'],
  [sweepOf('service_minutes', 'service, minute', 'minute'), 'serviceMinuteKeptHours'],
  [sweepOf('otp_minutes', 'kind, minute', 'minute'), 'otpSendKeptHours'],
  [sweepOf('sessions', 'token_hash', 'expires_on'), 0],
  [sweepOf('staff_sessions', 'token_hash', 'expires_on'), 0],
  [sweepOf('staff_proofs', 'proof_hash', 'expires_on'), 0],
  [sweepOf('act_answers', 'staff_id, key', 'answered_on'), dayMs],
  [sweepOf('jobs', 'id', 'ended_on'), importLimits.keptDays * dayMs],
  [sweepOf('proposals', 'number', 'ended_on'), 'auditOtherYears'],
  [sweepOf('emergencies', 'number', 'happened_on'), 'auditOtherYears'],
]

const isFree = sql`
  not (agent_id = any(${t.uuids('heldAgents')}) or order_id = any(${t.uuids('heldOrders')}))`

const deleteReferenceOrders = statement('housekeeping.referenceOrders', removed)`
  ${oldest('reference_orders', 'reference, order_id', 'created_on', isFree)}`

const deleteExceptions = statement('housekeeping.exceptions', removed)`
  ${oldest('exceptions', 'agent_id, order_id', 'opened_on', isFree)}`

const eraseNeeds = statement('housekeeping.exceptionNeeds')`
  update exceptions set needs = null where opened_on < ${t.moment('before')} and needs is not null`

// An import that is being applied keeps its lines until its end.
const importsOver = sql`made_on < ${t.moment('before')} and state <> 'applying'`

const deleteImportLines = statement('housekeeping.importLines', removed)`
  delete from import_lines where (import_id, line) in
    (select import_id, line from import_lines where import_id in (select id from imports where ${importsOver})
     limit ${t.bigint('limit')})
  returning true as is_removed`

const deleteImports = statement('housekeeping.imports')`
  delete from imports where ${importsOver}`

const attemptsOver = sql`
  changed_on < ${t.moment('before')} and (trusted_until is null or trusted_until < ${t.moment('at')})
  and (blocked_until is distinct from ${t.moment('lock')} or changed_on < ${t.moment('lockedBefore')})`

const deleteLoginAttempts = statement('housekeeping.loginAttempts', removed)`
  delete from login_attempts where ${attemptsOver} and (mobile, address) in
    (select mobile, address from login_attempts where ${attemptsOver}
     order by changed_on limit ${t.bigint('limit')})
  returning true as is_removed`

const deleteOutboxEntries = statement('housekeeping.outbox')`
  delete from outbox
  where (delivered_on < ${t.moment('deliveredBefore')} or dead_on < ${t.moment('deadBefore')})
    and not ${isHeldOutboxEntry}`

const deleteConsentTexts = statement('housekeeping.consentTexts')`
  delete from consent_texts where last_published_on < ${t.moment('before')}`

const deleteDailyCounts = statement('housekeeping.dailyCounts')`
  delete from daily_counts where day < ${t.day('before')}`

// Single orders, which no dropped month contains: unfinished ones, and those of a month without a table. Each predicate
// repeats the WHERE clause of its partial index, because the planner can use the index only then.

const deleteUnfinishedOrders = statement('housekeeping.unfinishedOrders', removed)`
  ${oldestOrders(sql`status in ('INIT', 'EXPIRED') and completed_on is null`)}`

const deleteFinishedOrders = statement('housekeeping.finishedOrders', removed)`
  ${oldestOrders(sql`completed_on is not null`)}`

function oldestOrders(only: Sql<unknown>) {
  return oldest('orders', 'agent_id, id, created_on', 'created_on', sql`${only} and not ${isHeldOrder}`)
}
