import { newId } from '../domain/new-id.ts'
import type { OneTimePasswordPurpose, OneTimePasswordStore } from '../domain/stores.ts'
import { bytes, integer, moment, nullable, text, textOf, uuid } from './kinds.ts'
import type { Runner } from './runner.ts'
import { columns, sql, statement } from './sql.ts'

export function oneTimePasswordsIn(db: Runner): OneTimePasswordStore {
  return {
    async findForUpdate(mobile) {
      await lockPhone(db, { mobile })
      return findLast.first(db, { mobile })
    },

    async put(oneTimePassword) {
      await putOneTimePassword(db, oneTimePassword)
    },

    async recordSend({ mobile, address, at }) {
      await insertSend(db, { mobile, address, id: newId(at), at })
    },

    sendsSince: (mobile, since) => listSends(db, { mobile, since }),

    takeTry: (mobile, refId, live) => takeTry.first(db, { mobile, refId, ...live }),

    async endIfOver(mobile, at) {
      await endIfOver(db, { mobile, at })
    },

    async use(mobile, refId, at) {
      return (await useUp(db, { mobile, refId, at })).length === 1
    },
  }
}

const purpose = textOf<OneTimePasswordPurpose>()
const row = {
  mobile: text,
  refId: text,
  purpose,
  codeHash: nullable(bytes),
  sentOn: moment,
  expiresOn: moment,
  triesLeft: integer,
}

/** Serializes two first requests: a phone without a one-time password has no row to lock. */
const lockPhone = statement('oneTimePasswords.lockPhone')`
  select from pg_advisory_xact_lock(hashtextextended('one-time-password ' || ${text('mobile')}, 0))`

const findLast = statement('oneTimePasswords.findLast', row)`
  select ${columns(row)} from one_time_passwords where mobile = ${text('mobile')}`

const putOneTimePassword = statement('oneTimePasswords.put')`
  insert into one_time_passwords (mobile, ref_id, purpose, code_hash, sent_on, expires_on, tries_left)
  values (${text('mobile')}, ${text('refId')}, ${purpose('purpose')}, ${nullable(bytes)('codeHash')},
    ${moment('sentOn')}, ${moment('expiresOn')}, ${integer('triesLeft')})
  on conflict (mobile) do update set ref_id = excluded.ref_id, purpose = excluded.purpose,
    code_hash = excluded.code_hash, sent_on = excluded.sent_on, expires_on = excluded.expires_on,
    tries_left = excluded.tries_left, used_on = null`

const insertSend = statement('oneTimePasswords.insertSend')`
  insert into one_time_password_sends (mobile, address, id, sent_on)
  values (${text('mobile')}, ${text('address')}, ${uuid('id')}, ${moment('at')})`

const listSends = statement('oneTimePasswords.listSends', { address: text, sentOn: moment })`
  select address, sent_on from one_time_password_sends
  where mobile = ${text('mobile')} and sent_on > ${moment('since')}`

const isUnused = sql`
  mobile = ${text('mobile')} and ref_id = ${text('refId')} and used_on is null and expires_on > ${moment('at')}`

const takeTry = statement('oneTimePasswords.takeTry', row)`
  update one_time_passwords set tries_left = tries_left - 1
  where ${isUnused} and expires_on <= ${moment('latestEnd')} and tries_left > 0
  returning ${columns(row)}`

const endIfOver = statement('oneTimePasswords.endIfOver')`
  update one_time_passwords set tries_left = 0
  where mobile = ${text('mobile')} and expires_on <= ${moment('at')}`

const useUp = statement('oneTimePasswords.useUp', { refId: text })`
  update one_time_passwords set used_on = ${moment('at')} where ${isUnused} returning ref_id`
