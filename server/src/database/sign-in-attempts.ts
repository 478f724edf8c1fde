import { and, count, eq, gt, ne, sql } from 'drizzle-orm'

import type { SignInAttemptStore } from '../domain/stores.ts'
import type { Queryable } from './queryable.ts'
import { addressMarks, loginAttempts, verifiedPhones } from './schema.ts'

/** The row whose count all addresses share that the phone is not trusted at. */
const everybody = ''

export function signInAttemptsIn(db: Queryable): SignInAttemptStore {
  return {
    async markVerified(mobile, verifiedUntil) {
      await db
        .insert(verifiedPhones)
        .values({ mobile, verifiedUntil })
        .onConflictDoUpdate({ target: verifiedPhones.mobile, set: { verifiedUntil } })
    },

    async isVerified(mobile, at) {
      const [row] = await db
        .select()
        .from(verifiedPhones)
        .where(and(eq(verifiedPhones.mobile, mobile), gt(verifiedPhones.verifiedUntil, at)))
      return row !== undefined
    },

    take({ mobile, address, at, latestWait }, blockedUntil) {
      return db.transaction(async transaction => {
        const counted = await countedAddress(transaction, mobile, address, at)
        const key = and(eq(loginAttempts.mobile, mobile), eq(loginAttempts.address, counted))
        // The row lock is what makes parallel guesses count one by one.
        await transaction
          .insert(loginAttempts)
          .values({ mobile, address: counted, changedOn: at })
          .onConflictDoNothing()
        const [row] = await transaction.select().from(loginAttempts).where(key).for('update')
        const waitUntil = row?.blockedUntil
        if (waitUntil && waitUntil > at && waitUntil <= latestWait) return { waitUntil }
        const failures = (row?.failures ?? 0) + 1
        await transaction
          .update(loginAttempts)
          .set({ failures, blockedUntil: blockedUntil(failures), changedOn: at })
          .where(key)
        return 'taken'
      })
    },

    async forgive({ mobile, address, at, trustedUntil }) {
      const counted = await countedAddress(db, mobile, address, at)
      await db
        .update(loginAttempts)
        .set({ failures: 0, blockedUntil: null, changedOn: at })
        .where(and(eq(loginAttempts.mobile, mobile), eq(loginAttempts.address, counted)))
      await db
        .insert(loginAttempts)
        .values({ mobile, address, trustedUntil, changedOn: at })
        .onConflictDoUpdate({
          target: [loginAttempts.mobile, loginAttempts.address],
          set: { trustedUntil, failures: 0, blockedUntil: null, changedOn: at },
        })
    },

    async unblock(mobile) {
      await db
        .update(loginAttempts)
        .set({ failures: 0, blockedUntil: null })
        .where(eq(loginAttempts.mobile, mobile))
    },

    async countFailures(address, since) {
      return countMarks(db, address, 'failure', since)
    },

    async markFailure(address, at) {
      await db.insert(addressMarks).values({
        address,
        kind: 'failure',
        mark: sql`gen_random_uuid()::text`,
        markedOn: at,
      })
    },

    async countOtherChecks(address, mobile, since) {
      return countMarks(db, address, 'check', since, mobile)
    },

    async markCheck(address, mobile, markedOn) {
      await db
        .insert(addressMarks)
        .values({ address, kind: 'check', mark: mobile, markedOn })
        .onConflictDoUpdate({
          target: [addressMarks.address, addressMarks.kind, addressMarks.mark],
          set: { markedOn },
        })
    },
  }
}

/** The address itself where the phone logged in well within the time of trust, else the row of everybody. */
async function countedAddress(db: Queryable, mobile: string, address: string, at: Date): Promise<string> {
  const [trusted] = await db
    .select({ address: loginAttempts.address })
    .from(loginAttempts)
    .where(
      and(
        eq(loginAttempts.mobile, mobile),
        eq(loginAttempts.address, address),
        gt(loginAttempts.trustedUntil, at),
      ),
    )
  return trusted?.address ?? everybody
}

async function countMarks(
  db: Queryable,
  address: string,
  kind: 'failure' | 'check',
  since: Date,
  exceptMark = '',
): Promise<number> {
  const [row] = await db
    .select({ marks: count() })
    .from(addressMarks)
    .where(
      and(
        eq(addressMarks.address, address),
        eq(addressMarks.kind, kind),
        gt(addressMarks.markedOn, since),
        ne(addressMarks.mark, exceptMark),
      ),
    )
  return row?.marks ?? 0
}
