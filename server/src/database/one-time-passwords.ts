import { and, eq, gt, isNull, lte, sql, type SQL } from 'drizzle-orm'

import { newId } from '../domain/new-id.ts'
import type { OneTimePasswordStore } from '../domain/stores.ts'
import type { Queryable } from './queryable.ts'
import { oneTimePasswords, oneTimePasswordSends } from './schema.ts'

export function oneTimePasswordsIn(db: Queryable): OneTimePasswordStore {
  return {
    async findForUpdate(mobile) {
      // Nobody's row to lock the first time: the lock on the phone itself keeps two first requests apart.
      await db.execute(
        sql`select pg_advisory_xact_lock(hashtextextended('one-time-password ' || ${mobile}, 0))`,
      )
      const [last] = await db.select().from(oneTimePasswords).where(eq(oneTimePasswords.mobile, mobile))
      return last
    },

    async put(oneTimePassword) {
      const row = { ...oneTimePassword, usedOn: null }
      await db
        .insert(oneTimePasswords)
        .values(row)
        .onConflictDoUpdate({ target: oneTimePasswords.mobile, set: row })
    },

    async recordSend({ mobile, address, at }) {
      await db.insert(oneTimePasswordSends).values({ mobile, address, id: newId(at), sentOn: at })
    },

    async sendsSince(mobile, since) {
      return db
        .select({ address: oneTimePasswordSends.address, sentOn: oneTimePasswordSends.sentOn })
        .from(oneTimePasswordSends)
        .where(and(eq(oneTimePasswordSends.mobile, mobile), gt(oneTimePasswordSends.sentOn, since)))
    },

    async takeTry(mobile, refId, { at, latestEnd }) {
      const [live] = await db
        .update(oneTimePasswords)
        .set({ triesLeft: sql`${oneTimePasswords.triesLeft} - 1` })
        .where(
          and(
            isUnused(mobile, refId, at),
            lte(oneTimePasswords.expiresOn, latestEnd),
            gt(oneTimePasswords.triesLeft, 0),
          ),
        )
        .returning()
      return live
    },

    async use(mobile, refId, at) {
      const used = await db
        .update(oneTimePasswords)
        .set({ usedOn: at })
        .where(isUnused(mobile, refId, at))
        .returning({ refId: oneTimePasswords.refId })
      return used.length === 1
    },
  }
}

function isUnused(mobile: string, refId: string, at: Date): SQL | undefined {
  return and(
    eq(oneTimePasswords.mobile, mobile),
    eq(oneTimePasswords.refId, refId),
    isNull(oneTimePasswords.usedOn),
    gt(oneTimePasswords.expiresOn, at),
  )
}
