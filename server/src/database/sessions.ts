import type { Privilege } from '@ekyc/contract/words'

import type { SessionStore } from '../domain/stores.ts'
import { bigint, bytes, moment, neverNull, text, textsOf, uuid } from './kinds.ts'
import type { Runner } from './runner.ts'
import { statement } from './sql.ts'

/** A session seen within this time is not written again: an idle limit is minutes long, and reads are many. */
const seenAgainMs = 60_000

/** The idle limit of a server without one. */
const longAgo = new Date(0)

export function sessionsIn(db: Runner): SessionStore {
  return {
    async open(session, keep) {
      await Promise.all([
        endOldest(db, { agentId: session.agentId, keep: keep - 1 }),
        insertSession(db, session),
      ])
    },

    async findCaller(tokenHash, at, idleSince) {
      const found = await findCaller.first(db, { tokenHash, at, idleSince: idleSince ?? longAgo })
      if (!found) return undefined
      const { lastSeenOn, ...caller } = found
      if (idleSince && at.getTime() - lastSeenOn.getTime() > seenAgainMs)
        await markSeen(db, { tokenHash, at })
      return caller
    },

    async end(tokenHash) {
      await endSession(db, { tokenHash })
    },

    async endIfOver(tokenHash, at, idleSince) {
      await endSessionIfOver(db, { tokenHash, at, idleSince: idleSince ?? longAgo })
    },

    async endAllOf(agentId) {
      await endSessionsOfAgent(db, { agentId })
    },
  }
}

const endOldest = statement('sessions.endOldest')`
  delete from sessions where token_hash in
    (select token_hash from sessions where agent_id = ${uuid('agentId')}
     order by opened_on desc offset ${bigint('keep')})`

const insertSession = statement('sessions.insert')`
  insert into sessions (token_hash, agent_id, opened_on, expires_on, last_seen_on)
  values (${bytes('tokenHash')}, ${uuid('agentId')}, ${moment('openedOn')}, ${moment('expiresOn')},
    ${moment('openedOn')})`

const findCaller = statement('sessions.findCaller', {
  agentId: uuid,
  mobile: text,
  name: text,
  email: text,
  addressLine1: text,
  addressLine2: text,
  lastSeenOn: moment,
  roles: neverNull(textsOf<string>()),
  privileges: neverNull(textsOf<Privilege>()),
})`
  select a.id as agent_id, a.mobile, a.name, a.email, a.address_line1, a.address_line2, s.last_seen_on,
    array(select role_id from agent_roles r where r.agent_id = a.id order by 1) as roles,
    array(select distinct p.privilege from agent_roles r join role_privileges p using (role_id)
      where r.agent_id = a.id and not exists (select from withheld_privileges w
        where w.agent_id = r.agent_id and w.privilege = p.privilege)
      order by 1) as privileges
  from sessions s join agents a on a.id = s.agent_id
  where s.token_hash = ${bytes('tokenHash')} and s.expires_on > ${moment('at')}
    and s.last_seen_on > ${moment('idleSince')} and a.disabled_on is null`

const markSeen = statement('sessions.markSeen')`
  update sessions set last_seen_on = ${moment('at')} where token_hash = ${bytes('tokenHash')}`

const endSession = statement('sessions.end')`
  delete from sessions where token_hash = ${bytes('tokenHash')}`

const endSessionIfOver = statement('sessions.endIfOver')`
  delete from sessions where token_hash = ${bytes('tokenHash')}
    and (expires_on <= ${moment('at')} or last_seen_on <= ${moment('idleSince')})`

const endSessionsOfAgent = statement('sessions.endAllOfAgent')`
  delete from sessions where agent_id = ${uuid('agentId')}`
