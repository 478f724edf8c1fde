import { and, eq, gt, isNull, lte, sql } from 'drizzle-orm'

import { newId } from '../domain/new-id.ts'
import type { OneTimePasswordStore } from '../domain/stores.ts'
import { builtOnce } from './built-once.ts'
import { given } from './given.ts'
import type { Queryable } from './queryable.ts'
import { oneTimePasswords, oneTimePasswordSends } from './schema.ts'

export function oneTimePasswordsIn(db: Queryable): OneTimePasswordStore {
  return {
    async findForUpdate(mobile) {
      // Nobody's row to lock the first time: the lock on the phone itself keeps two first requests apart.
      await db.execute(
        sql`select pg_advisory_xact_lock(hashtextextended('one-time-password ' || ${mobile}, 0))`,
      )
      const [last] = await lastOf(db, { mobile })
      return last
    },

    async put(oneTimePassword) {
      await putOneTimePassword(db, oneTimePassword)
    },

    async recordSend({ mobile, address, at }) {
      await insertSend(db, { mobile, address, id: newId(at), at })
    },

    sendsSince: (mobile, since) => sendsOf(db, { mobile, since }),

    async takeTry(mobile, refId, { at, latestEnd }) {
      const [live] = await countTry(db, { mobile, refId, at, latestEnd })
      return live
    },

    async endIfOver(mobile, at) {
      await endOver(db, { mobile, at })
    },

    async use(mobile, refId, at) {
      return (await useUp(db, { mobile, refId, at })).length === 1
    },
  }
}

const lastOf = builtOnce(db =>
  db
    .select()
    .from(oneTimePasswords)
    .where(eq(oneTimePasswords.mobile, sql.placeholder('mobile'))),
)

const putOneTimePassword = builtOnce(db =>
  db
    .insert(oneTimePasswords)
    .values({
      mobile: sql.placeholder('mobile'),
      refId: sql.placeholder('refId'),
      purpose: sql.placeholder('purpose'),
      codeHash: sql.placeholder('codeHash'),
      sentOn: sql.placeholder('sentOn'),
      expiresOn: sql.placeholder('expiresOn'),
      triesLeft: sql.placeholder('triesLeft'),
    })
    .onConflictDoUpdate({
      target: oneTimePasswords.mobile,
      set: {
        refId: sql`excluded.ref_id`,
        purpose: sql`excluded.purpose`,
        codeHash: sql`excluded.code_hash`,
        sentOn: sql`excluded.sent_on`,
        expiresOn: sql`excluded.expires_on`,
        triesLeft: sql`excluded.tries_left`,
        usedOn: null,
      },
    }),
)

const insertSend = builtOnce(db =>
  db.insert(oneTimePasswordSends).values({
    mobile: sql.placeholder('mobile'),
    address: sql.placeholder('address'),
    id: sql.placeholder('id'),
    sentOn: sql.placeholder('at'),
  }),
)

const sendsOf = builtOnce(db =>
  db
    .select({ address: oneTimePasswordSends.address, sentOn: oneTimePasswordSends.sentOn })
    .from(oneTimePasswordSends)
    .where(
      and(
        eq(oneTimePasswordSends.mobile, sql.placeholder('mobile')),
        gt(oneTimePasswordSends.sentOn, sql.placeholder('since')),
      ),
    ),
)

const isUnused = and(
  eq(oneTimePasswords.mobile, sql.placeholder('mobile')),
  eq(oneTimePasswords.refId, sql.placeholder('refId')),
  isNull(oneTimePasswords.usedOn),
  gt(oneTimePasswords.expiresOn, sql.placeholder('at')),
)

const countTry = builtOnce(db =>
  db
    .update(oneTimePasswords)
    .set({ triesLeft: sql`${oneTimePasswords.triesLeft} - 1` })
    .where(
      and(
        isUnused,
        lte(oneTimePasswords.expiresOn, sql.placeholder('latestEnd')),
        gt(oneTimePasswords.triesLeft, 0),
      ),
    )
    .returning(),
)

const endOver = builtOnce(db =>
  db
    .update(oneTimePasswords)
    .set({ triesLeft: 0 })
    .where(
      and(
        eq(oneTimePasswords.mobile, sql.placeholder('mobile')),
        lte(oneTimePasswords.expiresOn, sql.placeholder('at')),
      ),
    ),
)

const useUp = builtOnce(db =>
  db
    .update(oneTimePasswords)
    .set({ usedOn: given(oneTimePasswords.usedOn, 'at') })
    .where(isUnused)
    .returning({ refId: oneTimePasswords.refId }),
)
