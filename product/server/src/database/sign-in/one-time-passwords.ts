import { DatabaseBusy } from '../../domain/database-away.ts'
import { dayMs, hourMs } from '../../domain/clocks.ts'
import { newId } from '../../domain/ids.ts'
import { otpPurposes } from '../../domain/sign-in/decide-otp.ts'
import { otpBudgetKinds } from '../../domain/sign-in/otp-budget.ts'
import { columns, sql, statement, t, type SqlRunner } from '../link/sql.ts'
import { listMarks, listTrustedRequesters } from './sign-in-attempts.ts'

/**
 * The way in which a store takes its advisory locks. The store for calls without a session uses 'tries': a call fails
 * at once if another call holds the lock, so that no waiting call occupies a connection.
 */
export type LockMode = 'waits' | 'tries'

export function createOneTimePasswordStore(db: SqlRunner, locking: LockMode) {
  return {
    /**
     * Locks the first network and the phone until the transaction ends.
     * @returns what decides a request for an OTP: the `sends` of the last day, and in `otherPhones` the last request of
     * each network for each other phone in the last hour
     */
    async hold(ask: { mobile: string; networks: string[]; requesters: string[]; at: Date }) {
      const { mobile, networks, requesters, at } = ask
      const [[network], since] = [networks, ago(at, hourMs)]
      const [, , trusted, codes, sends, ...otherPhones] = await Promise.all([
        network !== undefined && take({ kind: 'otp-phone', subject: network }),
        take({ kind: 'one-time-password', subject: mobile }),
        listTrustedRequesters(db, { mobile, requesters, at }),
        listCodes(db, { mobile }),
        listSends(db, { mobile, since: ago(at, dayMs) }),
        ...networks.map(address => listMarks(db, { address, kind: 'otp-phone', mobile, since })),
      ])
      return { trusted, codes, sends, otherPhones: otherPhones.flat() }
    },

    put: (code: Parameters<typeof putCode>[1]) => putCode(db, code),

    listRequests: () => listRequests(db),

    /** @returns the bank's request, or undefined if another server took it */
    takeRequest: (mobile: string) => takeRequest.first(db, { mobile }),

    recordSend: (send: { mobile: string; requester: string; at: Date; takesShare: boolean }) =>
      insertSend(db, { ...send, id: newId(send.at) }),

    /** Removes the code from all its handles, so that every guess is wrong. */
    makeUseless: (mobile: string, codeId: string) => eraseHash(db, { mobile, codeId }),

    /**
     * Locks the guesses of the first guesser until the transaction ends, and counts a guess before its code is compared.
     * @returns `isTried` is true if the code is valid and the guess was counted. `wrongGuesses` are those of the last
     * hour.
     */
    async takeTry(guess: { mobile: string; refId: string; guessers: string[]; at: Date; latestEnd: Date }) {
      const { mobile, refId, guessers, at, latestEnd } = guess
      const since = ago(at, hourMs)
      const [, [tried], code, ...wrongGuesses] = await Promise.all([
        take({ kind: 'wrong-otp', subject: guessers[0] ?? '' }),
        takeTry(db, { mobile, refId, at, latestEnd }),
        findCode.first(db, { mobile, refId }),
        ...guessers.map(address => listMarks(db, { address, kind: 'wrong-otp', mobile, since })),
      ])
      return { code, isTried: tried !== undefined, wrongGuesses: wrongGuesses.flat() }
    },

    /** Ends expired handles permanently, so that a clock that is set back does not revive them. */
    endIfOver: (mobile: string, at: Date) => endIfOver(db, { mobile, at }),

    async use(mobile: string, refId: string, at: Date): Promise<boolean> {
      const codeRows = await useUp(db, { mobile, refId, at })
      return codeRows.some(one => one.refId === refId)
    },
  }

  /**
   * Takes an advisory lock, which serializes calls that have no row to lock yet.
   * @throws DatabaseBusy when another call holds the lock and the store only tries
   */
  async function take(of: { kind: string; subject: string }): Promise<void> {
    if (locking === 'waits') await lock(db, of)
    else if (!(await tryLock.one(db, of)).isTaken)
      throw new DatabaseBusy(new Error('another call holds the lock'))
  }
}

function ago(at: Date, ms: number): Date {
  return new Date(at.getTime() - ms)
}

const purpose = t.oneOf(otpPurposes)
const row = {
  mobile: t.text,
  requester: t.text,
  refId: t.text,
  /** All handles of one code have its id. */
  codeId: t.text,
  purpose,
  /** Null if no code was sent. Without a hash, every guess is wrong. */
  codeHash: t.nullable(t.bytes),
  /** Two digits that the screen and the SMS both show. */
  mark: t.text,
  isKnown: t.boolean,
  sentOn: t.moment,
  expiresOn: t.moment,
  triesLeft: t.integer,
  usedOn: t.nullable(t.moment),
}

const lockKey = sql`hashtextextended(${t.text('kind')} || ' ' || ${t.text('subject')}, 0)`

const lock = statement('oneTimePasswords.lock')`
  select from pg_advisory_xact_lock(${lockKey})`

const tryLock = statement('oneTimePasswords.tryLock', { isTaken: t.neverNull(t.boolean) })`
  select pg_try_advisory_xact_lock(${lockKey}) as is_taken`

const listCodes = statement('oneTimePasswords.listCodes', row)`
  select ${columns(row)} from one_time_codes where mobile = ${t.text('mobile')}`

const listSends = statement('oneTimePasswords.listSends', {
  requester: t.text,
  at: t.moment,
  takesShare: t.boolean,
})`
  select address as requester, sent_on as at, takes_share from one_time_password_sends
  where mobile = ${t.text('mobile')} and sent_on > ${t.moment('since')}`

/** Leaves the bank's request for an OTP, which a server then makes and sends. */
export const insertOtpRequest = statement('oneTimePasswords.request')`
  insert into otp_requests (mobile, asked_on) values (${t.text('mobile')}, ${t.moment('at')})
  on conflict (mobile) do update set asked_on = excluded.asked_on`

const listRequests = statement('oneTimePasswords.listRequests', { mobile: t.text })`
  select mobile from otp_requests limit 100`

const takeRequest = statement('oneTimePasswords.takeRequest', { askedOn: t.moment })`
  delete from otp_requests where mobile = ${t.text('mobile')} returning asked_on`

const putCode = statement('oneTimePasswords.put')`
  insert into one_time_codes (mobile, requester, ref_id, code_id, purpose, code_hash, mark, is_known, sent_on,
    expires_on, tries_left)
  values (${t.text('mobile')}, ${t.text('requester')}, ${t.text('refId')}, ${t.text('codeId')}, ${purpose('purpose')},
    ${t.nullable(t.bytes)('codeHash')}, ${t.text('mark')}, ${t.boolean('isKnown')}, ${t.moment('sentOn')},
    ${t.moment('expiresOn')}, ${t.integer('triesLeft')})
  on conflict (mobile, requester) do update set ref_id = excluded.ref_id, code_id = excluded.code_id,
    purpose = excluded.purpose, code_hash = excluded.code_hash, mark = excluded.mark,
    is_known = excluded.is_known, sent_on = excluded.sent_on, expires_on = excluded.expires_on,
    tries_left = excluded.tries_left, used_on = null`

const insertSend = statement('oneTimePasswords.insertSend')`
  insert into one_time_password_sends (mobile, address, id, sent_on, takes_share)
  values (${t.text('mobile')}, ${t.text('requester')}, ${t.uuid('id')}, ${t.moment('at')}, ${t.boolean('takesShare')})`

const eraseHash = statement('oneTimePasswords.eraseHash')`
  update one_time_codes set code_hash = null
  where mobile = ${t.text('mobile')} and code_id = ${t.text('codeId')}`

const isUnused = sql`
  mobile = ${t.text('mobile')} and ref_id = ${t.text('refId')} and used_on is null and expires_on > ${t.moment('at')}`

const takeTry = statement('oneTimePasswords.takeTry', { refId: t.text })`
  update one_time_codes set tries_left = tries_left - 1
  where ${isUnused} and expires_on <= ${t.moment('latestEnd')} and tries_left > 0
  returning ref_id`

const findCode = statement('oneTimePasswords.findCode', row)`
  select ${columns(row)} from one_time_codes where mobile = ${t.text('mobile')} and ref_id = ${t.text('refId')}`

const endIfOver = statement('oneTimePasswords.endIfOver')`
  update one_time_codes set tries_left = 0
  where mobile = ${t.text('mobile')} and expires_on <= ${t.moment('at')}`

/** The code is used up in all its rows, so that none of its handles works any more. */
const useUp = statement('oneTimePasswords.useUp', { refId: t.text })`
  update one_time_codes set used_on = ${t.moment('at')}
  where mobile = ${t.text('mobile')} and used_on is null
    and code_id in (select code_id from one_time_codes where ${isUnused})
  returning ref_id`

/** Keeps the counts of OTPs of all servers by minute, for the bank's budget. No call waits for these statements. */
export const createOtpMinuteStore = (db: SqlRunner) => ({
  add: (counted: Parameters<typeof addMinutes>[1]) => addMinutes(db, counted),
  sums: (period: Parameters<typeof listSums>[1]) => listSums(db, period),
})

const kind = t.oneOf(otpBudgetKinds)

const kinds = t.textsOf<string>()('kinds')

/** All servers write the rows in one order, to avoid a deadlock. */
const addMinutes = statement('otpMinutes.add')`
  insert into otp_minutes (kind, minute, count)
  select kind, minute, count(*) from unnest(${kinds}, ${t.moments('minutes')}) as counted (kind, minute)
  group by kind, minute order by kind, minute
  on conflict (kind, minute) do update set count = otp_minutes.count + excluded.count`

const listSums = statement('otpMinutes.listSums', {
  kind,
  ofDay: t.neverNull(t.integer),
  ofMinute: t.neverNull(t.integer),
})`
  select kind, sum(count)::integer as of_day,
    coalesce(sum(count) filter (where minute = ${t.moment('minute')}), 0)::integer as of_minute
  from otp_minutes where minute >= ${t.moment('dayBegan')} and minute <= ${t.moment('latest')} group by kind`
