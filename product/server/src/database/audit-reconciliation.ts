import { createRecords, hashPrint, provingActions, type Thing } from '../domain/audit-records.ts'
import { dayMs, minuteMs } from '../domain/durations.ts'
import type { Policy } from '../domain/policy.ts'
import { yearsBefore } from '../domain/retention.ts'
import { isFinished } from './finished-total.ts'
import { bigint, bytes, moment, neverNull, nullable, text, textsOf, uuid } from './kinds.ts'
import type { Runner } from './runner.ts'
import { sql, statement } from './sql.ts'

export type Unrecorded = { what: Thing['what']; total: number; names: string[] }

export type Reconciliation = {
  reconciled: number
  /** The number of skipped records: those from before the searched rows, or from before servers counted their rows. */
  older: number
  unrecorded: Unrecorded[]
}

const page = 10_000
const namesShown = 100
/** A time in ms that no order takes from its opening to its verdict: by the policy, at most a week and some minutes. */
const orderLifeMs = 8 * dayMs
/** The clocks of two servers differ by less than this time, in ms. */
const aheadMs = dayMs
const sessionLifeMs = 8 * dayMs
const longestWindowMs = 30 * dayMs

/**
 * Searches for the audit row of each settled order, open session, password, passkey and role. Reads these records
 * before the audit rows, because a record and its row are committed together.
 * @param options.since limits the search to orders, sessions and passkeys since this time
 */
export async function reconcileAudit(
  db: Runner,
  { now, policy, since }: { now: Date; policy: Policy; since?: Date | undefined },
): Promise<Reconciliation> {
  const records = createRecords(now)
  const marks = await findMarks.one(db)
  const begin = marks.firstRowOn ?? now
  const keptSince = latest(begin, yearsBefore(now, policy.auditOnlineYears + policy.auditArchivedYears))
  const from = latest(keptSince, since)
  const ofRoles = latest(keptSince, yearsBefore(now, policy.auditOtherYears), marks.countedSince ?? now)
  let [reconciled, older] = [0, 0]
  const add = (thing: Thing, isProvable: boolean) => {
    if (isProvable) records.add(thing)
    if (isProvable) reconciled += 1
    else older += 1
  }

  for await (const { agentId, openedOn } of all(db, listSessions))
    add({ what: 'session', agentId, since: openedOn }, openedOn >= from)
  for await (const { agentId, createdOn } of all(db, listPasskeys))
    add({ what: 'passkey', agentId, since: createdOn }, createdOn >= from)
  if (!since) {
    for await (const { id, createdOn, passwordHash } of all(db, listPasswords)) {
      const isKept =
        marks.countedSince !== null && (marks.countedSince >= keptSince || createdOn >= keptSince)
      const isBound = passwordHash.includes('.2$')
      add({ what: 'password', agentId: id, print: hashPrint(passwordHash) }, isBound && isKept)
    }
    for await (const { agentId, role, createdOn } of all(db, listRoles))
      add({ what: 'role', agentId, role }, createdOn >= ofRoles)
  }

  // Reads orders up to a later time than audit rows, because the clocks of servers may differ.
  const sessionsSince = new Date(now.getTime() - sessionLifeMs)
  let [ordersTo, windowMs] = [new Date(from.getTime() - orderLifeMs), dayMs]
  for (let start = from; start <= new Date(now.getTime() + aheadMs);) {
    const before = new Date(start.getTime() + windowMs)
    const ahead = new Date(before.getTime() + aheadMs)
    const settled = await listSettled(db, {
      from: ordersTo,
      before: ahead,
      settledFrom: from,
      settledBefore: new Date(now.getTime() - minuteMs),
    })
    for (const { id } of settled) add({ what: 'order', id }, true)
    ordersTo = ahead
    const rows = await listProofs(db, { actions: [...provingActions], from: start, before, sessionsSince })
    for (const row of rows) records.prove(row)
    start = before
    // Adapts the length of the window, so that its rows fit into memory, and each statement reads many rows.
    const most = Math.max(rows.length, settled.length)
    if (most > 10 * page) windowMs /= 2
    if (most < page) windowMs = Math.min(2 * windowMs, longestWindowMs)
  }
  const unrecorded = Object.entries(records.unproven())
    .filter(([, names]) => names.length > 0)
    .map(([what, names]) => ({
      what: what as Thing['what'],
      total: names.length,
      names: names.slice(0, namesShown),
    }))
  return { reconciled, older, unrecorded }
}

function latest(first: Date, ...others: (Date | undefined)[]): Date {
  return others.reduce<Date>((one, other) => (other && other > one ? other : one), first)
}

async function* all<Row extends { key: Uint8Array }>(
  db: Runner,
  list: (db: Runner, of: { after: Uint8Array; limit: number }) => Promise<Row[]>,
): AsyncGenerator<Row> {
  for (let after: Uint8Array | undefined = new Uint8Array(); after;) {
    const rows: Row[] = await list(db, { after, limit: page })
    yield* rows
    after = rows.length === page ? rows.at(-1)?.key : undefined
  }
}

/**
 * Reads the time of the first audit row, and the time since which audit rows are counted. The first signed head with
 * counts shows when an upgrade introduced the counts. A trail that begins with such a head has always had counts.
 */
const findMarks = statement('auditRecords.findMarks', {
  firstRowOn: nullable(moment),
  countedSince: nullable(moment),
})`
  select least((select min(happened_on) from audit_events), (select min(happened_on) from audit_archive)) as first_row_on,
    case when (select tally is not null from audit_heads order by number limit 1)
      then least((select min(happened_on) from audit_events), (select min(happened_on) from audit_archive))
      else (select min(marked_on) from audit_heads where tally is not null) end as counted_since`
const key = neverNull(bytes)
const isPage = sql`limit ${bigint('limit')}`

const listSessions = statement('auditRecords.listSessions', {
  key,
  agentId: uuid,
  openedOn: moment,
})`
  select token_hash as key, agent_id, opened_on from sessions where token_hash > ${bytes('after')} order by token_hash ${isPage}`

const listPasskeys = statement('auditRecords.listPasskeys', {
  key,
  agentId: uuid,
  createdOn: moment,
})`
  select credential_id as key, agent_id, created_on from passkeys
  where credential_id > ${bytes('after')} order by credential_id ${isPage}`

/** Lists agents with a password, except demo agents, who have no audit rows and whom no production server accepts. */
const listPasswords = statement('auditRecords.listPasswords', {
  key,
  id: uuid,
  createdOn: moment,
  passwordHash: neverNull(text),
})`
  select convert_to(mobile, 'UTF8') as key, id, created_on, password_hash from agents
  where mobile > convert_from(${bytes('after')}, 'UTF8') and password_hash is not null and not is_demo
  order by mobile ${isPage}`

const listRoles = statement('auditRecords.listRoles', {
  key,
  agentId: uuid,
  role: text,
  createdOn: moment,
})`
  select convert_to(agent_id::text || role_id, 'UTF8') as key, agent_id, role_id as role, created_on
  from agent_roles join agents on id = agent_id
  where convert_to(agent_id::text || role_id, 'UTF8') > ${bytes('after')} and not is_demo
  order by convert_to(agent_id::text || role_id, 'UTF8') ${isPage}`

const listSettled = statement('auditRecords.listSettled', { id: uuid })`
  select id from orders
  where created_on >= ${moment('from')} and created_on < ${moment('before')} and ${isFinished}
    and completed_on >= ${moment('settledFrom')} and completed_on < ${moment('settledBefore')}
    and agent_id not in (select id from agents where is_demo)`

const proof = {
  action: neverNull(text),
  agentId: nullable(uuid),
  subject: neverNull(text),
  happenedOn: neverNull(moment),
}
const isProof = sql`
  happened_on >= ${moment('from')} and happened_on < ${moment('before')} and action = any(${textsOf<string>()('actions')})
  and (outcome = 'done' or action = 'order.settle')
  and (action <> 'session.open' or happened_on >= ${moment('sessionsSince')})`

const listProofs = statement('auditRecords.listProofs', proof)`
  select action, agent_id, subject, happened_on from audit_events where ${isProof}
  union all
  select action, agent_id, subject, happened_on from audit_archive where ${isProof}
  order by happened_on`
