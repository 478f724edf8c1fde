import { and, asc, count, eq, gt, inArray, lte, sql, type SQL } from 'drizzle-orm'

import type { SignInAttemptStore } from '../domain/stores.ts'
import { builtOnce } from './built-once.ts'
import { given } from './given.ts'
import type { Queryable } from './queryable.ts'
import { addressMarks, loginAttempts, verifiedPhones } from './schema.ts'

/** The row whose count all addresses share that the phone is not trusted at. */
const everybody = ''

export function signInAttemptsIn(db: Queryable): SignInAttemptStore {
  return {
    async markVerified(mobile, until) {
      await putVerified(db, { mobile, until })
    },

    async isVerified(mobile, at) {
      return (await verifiedPhone(db, { mobile, at })).length === 1
    },

    async take({ waits, ...attempt }) {
      for (;;) {
        const taken = await countTry(db, {
          ...attempt,
          waits: waits.map(wait => wait?.toISOString() ?? null),
        })
        if (taken.length === 1) return 'taken'
        const [waiting] = await waitOf(db, attempt)
        // None: the wait has ended since, by a right password elsewhere or by the admin.
        if (waiting?.waitUntil) return { waitUntil: waiting.waitUntil }
      }
    },

    async forgive(attempt) {
      await forgiveTries(db, attempt)
    },

    async unblock(mobile) {
      await endWaits(db, { mobile })
    },

    async countFailures(address, since) {
      const [row] = await failuresSince(db, { address, since })
      return row?.failures ?? 0
    },

    async markFailure(address, at) {
      await insertFailure(db, { address, at })
    },

    async markCheck(check) {
      return (await putCheck(db, check)).length === 1
    },

    async hasChecked(address, mobile, since) {
      return (await checkSince(db, { address, mobile, since })).length === 1
    },
  }
}

const putVerified = builtOnce(db =>
  db
    .insert(verifiedPhones)
    .values({ mobile: sql.placeholder('mobile'), verifiedUntil: sql.placeholder('until') })
    .onConflictDoUpdate({
      target: verifiedPhones.mobile,
      set: { verifiedUntil: sql`excluded.verified_until` },
    }),
)

const verifiedPhone = builtOnce(db =>
  db
    .select()
    .from(verifiedPhones)
    .where(
      and(
        eq(verifiedPhones.mobile, sql.placeholder('mobile')),
        gt(verifiedPhones.verifiedUntil, sql.placeholder('at')),
      ),
    ),
)

/** The address itself where the phone logged in well within the time of trust, else the row of everybody. */
function countedAddress(db: Queryable): SQL {
  const trusted = db
    .select({ address: loginAttempts.address })
    .from(loginAttempts)
    .where(
      and(
        eq(loginAttempts.mobile, sql.placeholder('mobile')),
        eq(loginAttempts.address, sql.placeholder('address')),
        gt(loginAttempts.trustedUntil, sql.placeholder('at')),
      ),
    )
  return sql`coalesce(${trusted}, ${everybody})`
}

const isWaiting = and(
  gt(loginAttempts.blockedUntil, sql.placeholder('at')),
  lte(loginAttempts.blockedUntil, sql.placeholder('latestWait')),
)

/** One statement: the lock on the row is what makes parallel guesses count one by one. No row: the phone must wait. */
const countTry = builtOnce(db => {
  const failures = sql`${loginAttempts.failures} + 1`
  const waits = sql`${sql.placeholder('waits')}::timestamptz[]`
  return db
    .insert(loginAttempts)
    .select(
      sql`select ${sql.placeholder('mobile')}, ${countedAddress(db)}, 1, (${waits})[1], null::timestamptz, ${given(loginAttempts.changedOn, 'at')}::timestamptz`,
    )
    .onConflictDoUpdate({
      target: [loginAttempts.mobile, loginAttempts.address],
      set: {
        failures,
        blockedUntil: sql`(${waits})[least(${failures}, cardinality(${waits}))]`,
        changedOn: sql`excluded.changed_on`,
      },
      setWhere: sql`(${isWaiting}) is not true`,
    })
    .returning({ failures: loginAttempts.failures })
})

const waitOf = builtOnce(db =>
  db
    .select({ waitUntil: loginAttempts.blockedUntil })
    .from(loginAttempts)
    .where(
      and(
        eq(loginAttempts.mobile, sql.placeholder('mobile')),
        eq(loginAttempts.address, countedAddress(db)),
        isWaiting,
      ),
    ),
)

/** The row that was counted in, first, and the address's own, which may be the same one. */
const forgiveTries = builtOnce(db => {
  const mobile = sql`${sql.placeholder('mobile')}`
  const at = sql`${given(loginAttempts.changedOn, 'at')}::timestamptz`
  const trustedUntil = sql`${given(loginAttempts.trustedUntil, 'trustedUntil')}::timestamptz`
  const counted = countedAddress(db)
  return db
    .insert(loginAttempts)
    .select(
      sql`select ${mobile}, ${everybody}, 0, null::timestamptz, null::timestamptz, ${at} where ${counted} = ${everybody}
        union all select ${mobile}, ${sql.placeholder('address')}, 0, null, ${trustedUntil}, ${at}`,
    )
    .onConflictDoUpdate({
      target: [loginAttempts.mobile, loginAttempts.address],
      set: {
        failures: 0,
        blockedUntil: null,
        trustedUntil: sql`excluded.trusted_until`,
        changedOn: sql`excluded.changed_on`,
      },
    })
})

/**
 * It locks in the order in which a right password does, everybody's row first: neither waits for the other for good.
 */
const endWaits = builtOnce(db => {
  const isOfMobile = eq(loginAttempts.mobile, sql.placeholder('mobile'))
  const inOrder = db
    .select({ address: loginAttempts.address })
    .from(loginAttempts)
    .where(isOfMobile)
    .orderBy(asc(loginAttempts.address))
    .for('update')
  return db
    .update(loginAttempts)
    .set({ failures: 0, blockedUntil: null })
    .where(and(isOfMobile, inArray(loginAttempts.address, inOrder)))
})

const insertFailure = builtOnce(db =>
  db.insert(addressMarks).values({
    address: sql.placeholder('address'),
    kind: 'failure',
    mark: sql`gen_random_uuid()::text`,
    markedOn: sql.placeholder('at'),
  }),
)

/** No row: the phone's mark is of that time. */
const putCheck = builtOnce(db =>
  db
    .insert(addressMarks)
    .values({
      address: sql.placeholder('address'),
      kind: 'check',
      mark: sql.placeholder('mobile'),
      markedOn: sql.placeholder('at'),
    })
    .onConflictDoUpdate({
      target: [addressMarks.address, addressMarks.kind, addressMarks.mark],
      set: { markedOn: sql`excluded.marked_on` },
      setWhere: lte(addressMarks.markedOn, sql.placeholder('since')),
    })
    .returning({ mark: addressMarks.mark }),
)

const marksOf = (kind: 'failure' | 'check') =>
  and(
    eq(addressMarks.address, sql.placeholder('address')),
    eq(addressMarks.kind, kind),
    gt(addressMarks.markedOn, sql.placeholder('since')),
  )

const checkSince = builtOnce(db =>
  db
    .select({ mark: addressMarks.mark })
    .from(addressMarks)
    .where(and(marksOf('check'), eq(addressMarks.mark, sql.placeholder('mobile')))),
)

const failuresSince = builtOnce(db =>
  db.select({ failures: count() }).from(addressMarks).where(marksOf('failure')),
)
