import type { Maker } from '../../domain/staff/permissions.ts'
import { columns, statement, t } from '../link/sql.ts'

const jobKinds = ['import', 'erase'] as const
export type JobKind = (typeof jobKinds)[number]
const kinds = t.oneOf(jobKinds)

/** @param values.approval the proposal and its approvers in words, for the audit trail; '' without a proposal */
export const createJob = statement('jobs.create')`
  insert into jobs (id, kind, input, maker, proposal, approval)
  values (${t.uuid('id')}, ${kinds('kind')}, ${t.json('input')}, ${t.json('maker')}, ${t.nullable(t.bigint)('proposal')},
    ${t.text('approval')})`

const job = {
  id: t.uuid,
  kind: kinds,
  input: t.jsonOf<unknown>(),
  maker: t.jsonOf<Maker>(),
  proposal: t.nullable(t.bigint),
  approval: t.text,
}
export type StaffJob = t.RowOf<typeof job>

export const takeJob = statement('jobs.take', job)`
  update jobs set state = 'running', lease = ${t.uuid('lease')},
    leased_until = clock_timestamp() + ${t.bigint('leaseMs')}::bigint * interval '1 millisecond'
  where id = (select id from jobs
    where ended_on is null and kind = any(${t.textsOf<JobKind>()('kinds')})
      and (leased_until is null or leased_until < clock_timestamp())
    order by created_on limit 1 for update skip locked)
  returning ${columns(job)}`

/** Also locks the job until the transaction ends. Returns no row if another process has taken it over. */
export const renewJobLease = statement('jobs.hold', { id: t.uuid })`
  update jobs set leased_until = clock_timestamp() + ${t.bigint('leaseMs')}::bigint * interval '1 millisecond'
  where id = ${t.uuid('id')} and lease = ${t.uuid('lease')} and ended_on is null returning id`

export const saveJobProgress = statement('jobs.tellProgress')`
  update jobs set done = ${t.bigint('done')}, total = ${t.bigint('total')} where id = ${t.uuid('id')}`

/** Returns no row if another process has ended the job or taken it over. */
export const endJob = statement('jobs.end', { id: t.uuid })`
  update jobs set state = ${t.oneOf(['done', 'failed'])('state')}, problem = ${t.nullable(t.text)('problem')},
    leased_until = null, ended_on = clock_timestamp()
  where id = ${t.uuid('id')} and lease = ${t.uuid('lease')} and ended_on is null returning id`

/** A process that stops before the end of its job gives the job back. */
export const releaseJob = statement('jobs.release')`
  update jobs set leased_until = clock_timestamp() where id = ${t.uuid('id')} and lease = ${t.uuid('lease')}`

const standing = {
  approvers: t.neverNull(t.integer),
  /** Jobs whose process has died and that no other process has taken over. */
  dead: t.neverNull(t.integer),
  /** Jobs that no process has begun within 15 minutes, or 36 hours for a nightly erasure. */
  late: t.neverNull(t.integer),
}
export type StaffAndJobCounts = t.RowOf<typeof standing>

export const countStaffAndStuckJobs = statement('console.countStanding', standing)`
  select
    (select count(*) from staff where disabled_on is null and roles && array['supervisor', 'security'])::integer
      as approvers,
    (select count(*) from jobs where ended_on is null
      and leased_until < clock_timestamp() - interval '5 minutes')::integer as dead,
    (select count(*) from jobs where ended_on is null and leased_until is null and created_on < clock_timestamp()
      - case kind when 'erase' then interval '36 hours' else interval '15 minutes' end)::integer as late`
