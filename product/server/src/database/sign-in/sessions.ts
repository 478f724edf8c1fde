import type { Privilege } from '@ekyc/contract/words'

import { latestServerTime } from '../../domain/clocks.ts'
import { lastActiveDay } from '../agents/agent-index.ts'
import { owner, ownerColumn, sql, statement, t, type SqlRunner } from '../link/sql.ts'

/** The shortest time between two writes of a session's last use. */
const seenAgainMs = 60_000

export function createSessionStore(db: SqlRunner) {
  return {
    /** If the agent then has more than `keep` sessions, the oldest ones end. */
    async open(session: Parameters<typeof insertSession>[1], keep: number): Promise<void> {
      const { agentId, openedOn } = session
      const [oldest] = await Promise.all([
        listOldest(db, { agentId, latest: latestServerTime(openedOn), keep: keep - 1 }),
        insertSession(db, session),
      ])
      await Promise.all(oldest.map(({ tokenHash }) => endSession(db, { tokenHash })))
    },

    async findCaller(ask: Parameters<typeof findCaller>[1]) {
      const { tokenHash, at } = ask
      const sessionRow = await findCaller.first(db, ask)
      if (!sessionRow) return undefined
      const { lastSeenOn, keyThumbprint, expiresOn, mac, ...caller } = sessionRow
      // A last use in the future was written before a clock was set back. Such a time is overwritten too, because it
      // would lengthen the session.
      if (Math.abs(at.getTime() - lastSeenOn.getTime()) > seenAgainMs) await markSeen(db, { tokenHash, at })
      return { caller, keyThumbprint, expiresOn, mac }
    },

    end: (tokenHash: Uint8Array) => endSession(db, { tokenHash }),

    listOf: (ask: Parameters<typeof listOwn>[1]) => listOwn(db, ask),

    endSome: (which: Parameters<typeof endSessions>[1]) => endSessions(db, which),

    /** Ends an expired or idle session permanently, so that a clock that is set back does not revive it. */
    endIfOver: (session: Parameters<typeof endSessionIfOver>[1]) => endSessionIfOver(db, session),
  }
}

/** A session from the future (the clock was set back) counts as oldest. */
const listOldest = statement('sessions.listOldest', { ...ownerColumn, tokenHash: t.bytes })`
  select ${owner}, token_hash from sessions where agent_id = ${t.uuid('agentId')}
  order by opened_on > ${t.moment('latest')}, opened_on desc offset ${t.bigint('keep')}`

const insertSession = statement('sessions.insert')`
  insert into sessions (token_hash, agent_id, opened_on, expires_on, last_seen_on, key_thumbprint, mac, browser, os)
  values (${t.bytes('tokenHash')}, ${t.uuid('agentId')}, ${t.moment('openedOn')}, ${t.moment('expiresOn')},
    ${t.moment('openedOn')}, ${t.nullable(t.bytes)('keyThumbprint')}, ${t.bytes('mac')}, ${t.text('browser')},
      ${t.text('os')})`

const findCaller = statement('sessions.findCaller', {
  tokenHash: t.bytes,
  agentId: t.uuid,
  mobile: t.text,
  name: t.text,
  email: t.text,
  addressLine1: t.text,
  addressLine2: t.text,
  lastSeenOn: t.moment,
  keyThumbprint: t.nullable(t.bytes),
  expiresOn: t.moment,
  mac: t.nullable(t.bytes),
  /** The risk class: 'low', 'medium' or 'high'. '' counts as medium. */
  risk: t.text,
  branch: t.text,
  outlet: t.text,
  /** The India day of the bank's last KYC of the agent, or '' if there is none. */
  kycOn: t.text,
  /** The India day of the last order, or of the first count of orders if that is later. Null without either day. */
  activeOn: t.nullable(t.day),
  isStopped: t.neverNull(t.boolean),
  roles: t.neverNull(t.textsOf<string>()),
  privileges: t.neverNull(t.textsOf<Privilege>()),
})`
  select token_hash, a.id as agent_id, a.mobile, a.name, a.email, a.address_line1, a.address_line2,
    sessions.last_seen_on, sessions.key_thumbprint, sessions.expires_on, sessions.mac, a.risk, a.branch, a.outlet,
    a.kyc_on,
    ${lastActiveDay} as active_on, coalesce(s.is_stopped, false) as is_stopped,
    array(select role_id from agent_roles r where r.agent_id = a.id order by 1) as roles,
    array(select distinct p.privilege from agent_roles r join role_privileges p using (role_id)
      where r.agent_id = a.id and not exists (select from withheld_privileges w
        where w.agent_id = r.agent_id and w.privilege = p.privilege)
      order by 1) as privileges
  from sessions join agents a on a.id = sessions.agent_id left join agent_standing s on s.agent_id = a.id
  where sessions.token_hash = ${t.bytes('tokenHash')} and sessions.expires_on > ${t.moment('at')}
    and sessions.last_seen_on > ${t.moment('idleSince')} and a.disabled_on is null`

const markSeen = statement('sessions.markSeen')`
  update sessions set last_seen_on = ${t.moment('at')} where token_hash = ${t.bytes('tokenHash')}`

const endSession = statement('sessions.end')`
  delete from sessions where token_hash = ${t.bytes('tokenHash')}`

const endSessionIfOver = statement('sessions.endIfOver')`
  delete from sessions where token_hash = ${t.bytes('tokenHash')}
    and (expires_on <= ${t.moment('at')} or last_seen_on <= ${t.moment('idleSince')})`

/** The id of a session among the sessions of its agent: a part of the token's hash, which grants no access. */
const sessionId = sql`encode(substring(token_hash from 1 for 6), 'hex')`

const listOwn = statement('sessions.listOwn', {
  ...ownerColumn,
  id: t.neverNull(t.text),
  browser: t.text,
  os: t.text,
  openedOn: t.moment,
  lastSeenOn: t.moment,
  isCurrent: t.neverNull(t.boolean),
})`
  select ${owner}, ${sessionId} as id, browser, os, opened_on, last_seen_on,
    token_hash = ${t.bytes('tokenHash')} as is_current
  from sessions
  where agent_id = ${t.uuid('agentId')} and expires_on > ${t.moment('at')} and last_seen_on > ${t.moment('idleSince')}
  order by last_seen_on desc`

export const listSessions = statement('sessions.list', {
  owner: t.nullable(t.uuid),
  id: t.neverNull(t.text),
  mobile: t.text,
  browser: t.text,
  os: t.text,
  openedOn: t.moment,
  lastSeenOn: t.moment,
  expiresOn: t.moment,
})`
  select ${t.nullable(t.uuid)('agentId')}::uuid as owner, ${sessionId} as id, mobile, browser, os, opened_on,
    last_seen_on, expires_on
  from sessions s join agents a on a.id = s.agent_id
  where expires_on > ${t.moment('at')}
    and (${t.nullable(t.uuid)('agentId')}::uuid is null or agent_id = ${t.nullable(t.uuid)('agentId')})
  order by opened_on desc limit ${t.bigint('limit')}`

export const countSessions = statement('sessions.count', {
  owner: t.nullable(t.uuid),
  live: t.neverNull(t.bigint),
})`
  select ${t.nullable(t.uuid)('agentId')}::uuid as owner, count(*) as live from sessions
  where expires_on > ${t.moment('at')}
    and (${t.nullable(t.uuid)('agentId')}::uuid is null or agent_id = ${t.nullable(t.uuid)('agentId')})`

export async function endSessions(
  db: SqlRunner,
  sessions: { agentId: string; id?: string | undefined; exceptHash?: Uint8Array; at: Date },
): Promise<number> {
  return (await deleteSessions.one(db, { id: undefined, exceptHash: undefined, ...sessions })).ended
}

const deleteSessions = statement('sessions.endMany', { ...ownerColumn, ended: t.neverNull(t.bigint) })`
  with gone as (
    delete from sessions where agent_id = ${t.uuid('agentId')}
      and (${t.nullable(t.text)('id')}::text is null or ${sessionId} = ${t.nullable(t.text)('id')})
      and (${t.nullable(t.bytes)('exceptHash')}::bytea is null or token_hash <> ${t.nullable(t.bytes)('exceptHash')})
    returning expires_on)
  select ${owner}, count(*) filter (where expires_on > ${t.moment('at')}) as ended from gone`
