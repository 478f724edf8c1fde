import { sql, statement, t, type Sql, type SqlRunner } from '../link/sql.ts'

/**
 * Counts failed log-ins in the table login_attempts. The row of a phone with the address '' counts the failures from
 * all devices and addresses that are not trusted. A device or address from which the phone has logged in has its own
 * row. While the device or address is trusted, this row counts the failures from there.
 */
export function createSignInAttemptStore(db: SqlRunner) {
  return {
    markVerified: (mobile: string, until: Date) => markVerified(db, { mobile, until }),

    async isVerified(mobile: string, at: Date): Promise<boolean> {
      return (await findVerified(db, { mobile, at })).length === 1
    },

    trustedOf: (mobile: string, requesters: string[], at: Date) =>
      listTrustedRequesters(db, { mobile, requesters, at }),

    /** Returns the first trusted requester, or '' if none is trusted. Failures count in its row. */
    countedOf: (ask: Parameters<typeof findCounted>[1]) => findCounted.one(db, ask),

    /**
     * Counts a log-in attempt before its password is compared, so that parallel guesses cannot exceed the limit. A
     * trusted device or address has its own count, and its own lock: a stranger can therefore not keep the agent out of
     * the own browser. All other requesters share one count.
     * @param attempt.lock a far future time; a wait that ends at this time is a lock without end
     * @returns 'taken' if the attempt was counted; 'last' if it is the last allowed attempt, so that the password is now
     * locked unless it is right; the end of a running wait if the attempt was not counted
     */
    async take({
      counted,
      ...attempt
    }: { counted: string } & Parameters<typeof findCounted>[1] &
      Omit<Parameters<typeof countTry>[1], 'address'>): Promise<{ waitUntil: Date } | 'taken' | 'last'> {
      for (let address = counted; ; { address } = await findCounted.one(db, attempt)) {
        const [tried] = await countTry(db, { ...attempt, address })
        if (tried) return tried.isLocked === true ? 'last' : 'taken'
        const waiting = await findWait.first(db, { ...attempt, address })
        // If no wait is found, the loop tries again: a right password from another place, or an administrator, has
        // ended the wait meanwhile.
        if (waiting) return { waitUntil: waiting.blockedUntil }
      }
    },

    clear: (mobile: string, counted: string) => clearTries(db, { mobile, address: counted }),

    forgive: (attempt: Parameters<typeof forgiveTries>[1]) => forgiveTries(db, attempt),

    unblock: (mobile: string) => endWaits(db, { mobile }),

    countFailures: (ask: Parameters<typeof countFailures>[1]) => countFailures.one(db, ask),

    mark: (mark: Parameters<typeof addMark>[1]) => addMark(db, mark),

    /** @returns false if the address checked the phone after `since` before */
    async markCheck(check: Parameters<typeof markCheck>[1]): Promise<boolean> {
      return (await markCheck(db, check)).length === 1
    },
  }
}

export async function listTrustedRequesters(
  db: SqlRunner,
  ask: { mobile: string; requesters: string[]; at: Date },
): Promise<string[]> {
  return (await listTrusted(db, ask)).map(({ requester }) => requester)
}

const markVerified = statement('signInAttempts.markVerified')`
  insert into verified_phones (mobile, verified_until) values (${t.text('mobile')}, ${t.moment('until')})
  on conflict (mobile) do update set verified_until = excluded.verified_until`

const findVerified = statement('signInAttempts.findVerified', { mobile: t.text })`
  select mobile from verified_phones where mobile = ${t.text('mobile')} and verified_until > ${t.moment('at')}`

const requesters = t.textsOf<string>()('requesters')

const listTrusted = statement('signInAttempts.listTrusted', { requester: t.text })`
  select address as requester from login_attempts
  where mobile = ${t.text('mobile')} and address = any(${requesters}) and trusted_until > ${t.moment('at')}`

const countedAddress = sql`
  coalesce((select address from login_attempts where mobile = ${t.text('mobile')}
    and address = any(${requesters}) and trusted_until > ${t.moment('at')}
    order by array_position(${requesters}, address) limit 1), '')`

const lock = t.moment('lock')

const isWaiting = sql`
  login_attempts.blocked_until > ${t.moment('at')}
  and (login_attempts.blocked_until <= ${t.moment('latestWait')} or login_attempts.blocked_until = ${lock})`

const findCounted = statement('signInAttempts.findCounted', {
  address: t.neverNull(t.text),
  provenOn: t.nullable(t.moment),
})`
  select ${countedAddress} as address,
    (select proven_on from login_attempts where mobile = ${t.text('mobile')}
      and address = ${countedAddress}) as proven_on`

/** Each further failure doubles the wait. Shards of Citus take no sum that depends on a time zone. */
const endOfWait = (failures: Sql<unknown>) => sql`
  case when ${t.integer('failuresBeforeLock')} between 1 and ${failures} then ${lock}
    when ${failures} >= ${t.integer('failuresBeforeWait')} then to_timestamp(${t.bigint('atMs')}::bigint / 1000.0 + least(
      ${t.integer('longestWaitSeconds')}::integer,
      ${t.integer('firstWaitSeconds')}::integer * 2 ^ least(${failures} - ${t.integer('failuresBeforeWait')}, 30))) end`

/** The row lock serializes parallel guesses. No row means that the phone must wait. */
const countTry = statement('signInAttempts.countTry', { isLocked: t.nullable(t.boolean) })`
  insert into login_attempts (mobile, address, failures, blocked_until, changed_on)
  values (${t.text('mobile')}, ${t.text('address')}, 1, ${endOfWait(sql`1`)}, ${t.moment('at')})
  on conflict (mobile, address) do update set
    failures = login_attempts.failures + 1,
    blocked_until = ${endOfWait(sql`login_attempts.failures + 1`)},
    changed_on = excluded.changed_on
  where (${isWaiting}) is not true
  returning blocked_until = ${lock} as is_locked`

const findWait = statement('signInAttempts.findWait', { blockedUntil: t.neverNull(t.moment) })`
  select blocked_until from login_attempts
  where mobile = ${t.text('mobile')} and address = ${t.text('address')} and ${isWaiting}`

const clearTries = statement('signInAttempts.clear')`
  update login_attempts set failures = 0, blocked_until = null
  where mobile = ${t.text('mobile')} and address = ${t.text('address')}`

const forgiveTries = statement('signInAttempts.forgive')`
  insert into login_attempts (mobile, address, failures, blocked_until, trusted_until, changed_on, proven_on)
  select ${t.text('mobile')}, address, 0, null::timestamptz, trusted_until, ${t.moment('at')},
    case when address <> '' then ${t.nullable(t.moment)('provenOn')}::timestamptz end
  from (
    select '' as address, null::timestamptz as trusted_until where ${countedAddress} = ''
    union all
    select * from unnest(${requesters}, ${t.moments('trustedUntil')})
  ) as forgiven
  order by address
  on conflict (mobile, address) do update set failures = 0, blocked_until = null,
    trusted_until = excluded.trusted_until, changed_on = excluded.changed_on,
    proven_on = coalesce(excluded.proven_on, login_attempts.proven_on)`

/** Locks rows in the same order as `forgiveTries`, to avoid a deadlock. */
const endWaits = statement('signInAttempts.endWaits')`
  update login_attempts set failures = 0, blocked_until = null
  where mobile = ${t.text('mobile')} and address in
    (select address from login_attempts where mobile = ${t.text('mobile')} order by address for update)`

const countFailures = statement('signInAttempts.countFailures', { failures: t.neverNull(t.integer) })`
  select count(*)::integer as failures from address_marks
  where address = ${t.text('address')} and kind = 'failure' and marked_on > ${t.moment('since')}
    and marked_on <= ${t.moment('latest')}`

const kind = t.oneOf(['failure', 'otp-phone', 'wrong-otp'])

const addMark = statement('addressMarks.add')`
  insert into address_marks (address, kind, mark, marked_on)
  values (${t.text('address')}, ${kind('kind')}, ${t.text('mark')}, ${t.moment('at')})
  on conflict (address, kind, mark) do update set marked_on = excluded.marked_on`

/** Lists wrong OTPs, or the phones other than `mobile` that got one. */
export const listMarks = statement('addressMarks.list', { address: t.text, at: t.moment })`
  select address, marked_on as at from address_marks
  where address = ${t.text('address')} and kind = ${kind('kind')} and marked_on > ${t.moment('since')}
    and mark <> ${t.text('mobile')}`

const markCheck = statement('signInAttempts.markCheck', { mark: t.text })`
  insert into address_marks (address, kind, mark, marked_on)
  values (${t.text('address')}, 'check', ${t.text('mobile')}, ${t.moment('at')})
  on conflict (address, kind, mark) do update set marked_on = excluded.marked_on
  where address_marks.marked_on <= ${t.moment('since')}
  returning mark`
