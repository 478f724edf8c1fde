import { sql, statement, t, type SqlRunner } from '../link/sql.ts'

type CountedQuota = { subject: string; kind: string; since: Date; latest: Date; limit: number }

/** Counts by kind, such as 'kyc-hour', and by subject, such as an agent's id. */
export const createQuotaStore = (db: SqlRunner) => ({
  /**
   * A count that began at or before `since`, or after `latest`, starts again. Returns false if `limit` uses are taken.
   */
  take: async (quota: CountedQuota & { at: Date }) => (await takeOne(db, quota)).length === 1,
  /** Returns the time of the first use if all uses are taken. */
  spentBetween: async (quota: CountedQuota) => (await findSpent.first(db, quota))?.beganOn,
  /** Gives nothing back to a count that began after `latest`. */
  giveBack: (quota: Pick<CountedQuota, 'subject' | 'kind' | 'latest'>) => giveBack(db, quota),
})

const isOver = sql`(quotas.began_on <= ${t.moment('since')} or quotas.began_on > ${t.moment('latest')})`

/** The statement's row lock serializes parallel calls. No row means that no use is left. */
const takeOne = statement('quotas.takeOne', { taken: t.integer })`
  insert into quotas (subject, kind, began_on, taken)
  values (${t.text('subject')}, ${t.text('kind')}, ${t.moment('at')}, 1)
  on conflict (subject, kind) do update set
    began_on = case when ${isOver} then excluded.began_on else quotas.began_on end,
    taken = case when ${isOver} then 1 else quotas.taken + 1 end
  where ${isOver} or quotas.taken < ${t.integer('limit')}
  returning taken`

const isOfSubject = sql`subject = ${t.text('subject')} and kind = ${t.text('kind')}`

const findSpent = statement('quotas.findSpent', { beganOn: t.moment })`
  select began_on from quotas
  where ${isOfSubject} and began_on > ${t.moment('since')}
    and began_on <= ${t.moment('latest')} and taken >= ${t.integer('limit')}`

/** `latest` allows for differences of server clocks. */
const giveBack = statement('quotas.giveBack')`
  update quotas set taken = taken - 1 where ${isOfSubject} and began_on <= ${t.moment('latest')} and taken > 0`

export const listQuotas = statement('quotas.list', {
  kind: t.text,
  beganOn: t.moment,
  taken: t.integer,
})`
  select kind, began_on, taken from quotas
  where subject = ${t.text('subject')} and began_on > ${t.moment('since')} and taken > 0
  order by kind`

export const removeQuotas = statement('quotas.remove', { kind: t.text })`
  delete from quotas where subject = ${t.text('subject')} returning kind`
