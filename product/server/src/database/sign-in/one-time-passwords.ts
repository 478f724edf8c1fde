import { DatabaseBusy } from '../../domain/database-away.ts'
import { newId } from '../../domain/new-id.ts'
import { oneTimePasswordPurposes, type OneTimePasswordStore } from '../../domain/sign-in/sign-in-stores.ts'
import { boolean, bytes, integer, moment, neverNull, nullable, oneOf, text, uuid } from '../link/kinds.ts'
import type { Runner } from '../link/runner.ts'
import { trustedOf } from './sign-in-attempts.ts'
import { columns, sql, statement } from '../link/sql.ts'

/**
 * The way in which a store takes its advisory locks. The store for calls without a session uses 'tries': a call fails
 * at once if another call holds the lock, so that no waiting call occupies a connection.
 */
export type Locking = 'waits' | 'tries'

export function oneTimePasswordsIn(db: Runner, locking: Locking): OneTimePasswordStore {
  return {
    async hold({ mobile, address, widerNetwork, requesters, at, dayAgo, hourAgo }) {
      const [, , trusted, codes, sends, phones, wider] = await Promise.all([
        take({ kind: 'otp-phone', subject: address }),
        take({ kind: 'one-time-password', subject: mobile }),
        trustedOf(db, { mobile, requesters, at }),
        listCodes(db, { mobile }),
        listSends(db, { mobile, since: dayAgo }),
        listOtherPhones(db, { address, mobile, since: hourAgo }),
        listOtherPhones(db, { address: widerNetwork, mobile, since: hourAgo }),
      ])
      return {
        trusted,
        codes,
        sends,
        otherPhones: phones.map(({ markedOn }) => markedOn),
        phonesOfWiderNetwork: wider.map(({ markedOn }) => markedOn),
      }
    },

    async put(code) {
      await putCode(db, code)
    },

    async listRequests() {
      return (await listRequests(db)).map(({ mobile }) => mobile)
    },

    async takeRequest(mobile) {
      return (await takeRequest.first(db, { mobile }))?.askedOn
    },

    async recordSend({ mobile, requester, at, takesShare }) {
      await insertSend(db, { mobile, requester, id: newId(at), at, takesShare })
    },

    async markPhone({ address, mobile, at }) {
      await markPhone(db, { address, mobile, at })
    },

    async makeUseless(mobile, codeId) {
      await eraseHash(db, { mobile, codeId })
    },

    async endCodesOf(mobile, requester) {
      await endCodesOf(db, { mobile, requester })
    },

    async takeTry({ mobile, refId, requester, widerNetwork, at, latestEnd, hourAgo }) {
      const [, wrong, wider, [tried], [code]] = await Promise.all([
        take({ kind: 'wrong-otp', subject: requester }),
        listWrongCodes(db, { requester, since: hourAgo }),
        listWrongCodes(db, { requester: widerNetwork, since: hourAgo }),
        takeTry(db, { mobile, refId, at, latestEnd }),
        findCode(db, { mobile, refId }),
      ])
      return {
        code,
        isTried: tried !== undefined,
        wrongOnes: wrong.map(({ markedOn }) => markedOn),
        wrongOfWiderNetwork: wider.map(({ markedOn }) => markedOn),
      }
    },

    async markWrong({ requester, at }) {
      await insertWrongCode(db, { requester, at })
    },

    async endIfOver(mobile, at) {
      await endIfOver(db, { mobile, at })
    },

    async use(mobile, refId, at) {
      const codeRows = await useUp(db, { mobile, refId, at })
      return codeRows.some(one => one.refId === refId)
    },
  }

  /**
   * Takes an advisory lock, which serializes calls that have no row to lock yet.
   * @throws DatabaseBusy when another call holds the lock and the store only tries
   */
  async function take(of: { kind: string; subject: string }): Promise<void> {
    if (locking === 'waits') return void (await lock(db, of))
    const { isTaken } = await tryLock.one(db, of)
    if (!isTaken) throw new DatabaseBusy(new Error('another call holds the lock'))
  }
}

const purpose = oneOf(oneTimePasswordPurposes)
const row = {
  mobile: text,
  requester: text,
  refId: text,
  codeId: text,
  purpose,
  codeHash: nullable(bytes),
  mark: text,
  isKnown: boolean,
  sentOn: moment,
  expiresOn: moment,
  triesLeft: integer,
  usedOn: nullable(moment),
}

const lockKey = sql`hashtextextended(${text('kind')} || ' ' || ${text('subject')}, 0)`

const lock = statement('oneTimePasswords.lock')`
  select from pg_advisory_xact_lock(${lockKey})`

const tryLock = statement('oneTimePasswords.tryLock', { isTaken: neverNull(boolean) })`
  select pg_try_advisory_xact_lock(${lockKey}) as is_taken`

const listCodes = statement('oneTimePasswords.listCodes', row)`
  select ${columns(row)} from one_time_codes where mobile = ${text('mobile')}`

const listSends = statement('oneTimePasswords.listSends', {
  requester: text,
  sentOn: moment,
  takesShare: boolean,
})`
  select address as requester, sent_on, takes_share from one_time_password_sends
  where mobile = ${text('mobile')} and sent_on > ${moment('since')}`

const listOtherPhones = statement('oneTimePasswords.listOtherPhones', { markedOn: moment })`
  select marked_on from address_marks
  where address = ${text('address')} and kind = 'otp-phone' and marked_on > ${moment('since')}
    and mark <> ${text('mobile')}`

/** Leaves the bank's request for an OTP, which a server then makes and sends. */
export const requestOtp = statement('oneTimePasswords.request')`
  insert into otp_requests (mobile, asked_on) values (${text('mobile')}, ${moment('at')})
  on conflict (mobile) do update set asked_on = excluded.asked_on`

const listRequests = statement('oneTimePasswords.listRequests', {
  mobile: text,
})`
  select mobile from otp_requests limit 100`

const takeRequest = statement('oneTimePasswords.takeRequest', { askedOn: moment })`
  delete from otp_requests where mobile = ${text('mobile')} returning asked_on`

const putCode = statement('oneTimePasswords.put')`
  insert into one_time_codes (mobile, requester, ref_id, code_id, purpose, code_hash, mark, is_known, sent_on,
    expires_on, tries_left)
  values (${text('mobile')}, ${text('requester')}, ${text('refId')}, ${text('codeId')}, ${purpose('purpose')},
    ${nullable(bytes)('codeHash')}, ${text('mark')}, ${boolean('isKnown')}, ${moment('sentOn')},
    ${moment('expiresOn')}, ${integer('triesLeft')})
  on conflict (mobile, requester) do update set ref_id = excluded.ref_id, code_id = excluded.code_id,
    purpose = excluded.purpose, code_hash = excluded.code_hash, mark = excluded.mark,
    is_known = excluded.is_known, sent_on = excluded.sent_on, expires_on = excluded.expires_on,
    tries_left = excluded.tries_left, used_on = null`

const insertSend = statement('oneTimePasswords.insertSend')`
  insert into one_time_password_sends (mobile, address, id, sent_on, takes_share)
  values (${text('mobile')}, ${text('requester')}, ${uuid('id')}, ${moment('at')}, ${boolean('takesShare')})`

const markPhone = statement('oneTimePasswords.markPhone')`
  insert into address_marks (address, kind, mark, marked_on)
  values (${text('address')}, 'otp-phone', ${text('mobile')}, ${moment('at')})
  on conflict (address, kind, mark) do update set marked_on = excluded.marked_on`

const eraseHash = statement('oneTimePasswords.eraseHash')`
  update one_time_codes set code_hash = null
  where mobile = ${text('mobile')} and code_id = ${text('codeId')}`

const endCodesOf = statement('oneTimePasswords.endCodesOf')`
  update one_time_codes set code_hash = null
  where mobile = ${text('mobile')} and code_id in (select code_id from one_time_codes
    where mobile = ${text('mobile')} and requester = ${text('requester')})`

const listWrongCodes = statement('oneTimePasswords.listWrongCodes', { markedOn: moment })`
  select marked_on from address_marks
  where address = ${text('requester')} and kind = 'wrong-otp' and marked_on > ${moment('since')}`

const insertWrongCode = statement('oneTimePasswords.insertWrongCode')`
  insert into address_marks (address, kind, mark, marked_on)
  values (${text('requester')}, 'wrong-otp', gen_random_uuid()::text, ${moment('at')})`

const isUnused = sql`
  mobile = ${text('mobile')} and ref_id = ${text('refId')} and used_on is null and expires_on > ${moment('at')}`

const takeTry = statement('oneTimePasswords.takeTry', { refId: text })`
  update one_time_codes set tries_left = tries_left - 1
  where ${isUnused} and expires_on <= ${moment('latestEnd')} and tries_left > 0
  returning ref_id`

const findCode = statement('oneTimePasswords.findCode', row)`
  select ${columns(row)} from one_time_codes where mobile = ${text('mobile')} and ref_id = ${text('refId')}`

const endIfOver = statement('oneTimePasswords.endIfOver')`
  update one_time_codes set tries_left = 0
  where mobile = ${text('mobile')} and expires_on <= ${moment('at')}`

/** Marks the code as used in all its rows, so that none of its refIds works any more. */
const useUp = statement('oneTimePasswords.useUp', { refId: text })`
  update one_time_codes set used_on = ${moment('at')}
  where mobile = ${text('mobile')} and used_on is null
    and code_id in (select code_id from one_time_codes where ${isUnused})
  returning ref_id`
