import { bigint, moment, nullable, text, textsOf } from '../link/kinds.ts'
import { statement } from '../link/sql.ts'

// The table has at most one row: the last verification of the audit chain that somebody has asked for in the console.

/** Removes the last verification, unless it still runs. */
export const dropVerification = statement('auditVerifications.drop')`
  delete from audit_verifications where problems is not null`

export const insertVerification = statement('auditVerifications.insert')`
  insert into audit_verifications (asked_on, asked_by) values (${moment('at')}, ${text('askedBy')})
  on conflict do nothing`

export const findVerification = statement('auditVerifications.find', {
  askedOn: moment,
  askedBy: text,
  position: bigint,
  problems: nullable(textsOf<string>()),
})`
  select asked_on, asked_by, position, problems from audit_verifications`

/** Takes the verification that waits, or whose server has told nothing for a minute. */
export const takeVerification = statement('auditVerifications.take', { askedBy: text })`
  update audit_verifications set leased_until = clock_timestamp() + interval '1 minute'
  where problems is null and (leased_until is null or leased_until < clock_timestamp())
  returning asked_by`

export const tellVerification = statement('auditVerifications.tell')`
  update audit_verifications set position = ${bigint('position')}, leased_until = clock_timestamp() + interval '1 minute'
  where problems is null`

export const endVerification = statement('auditVerifications.end')`
  update audit_verifications set problems = ${textsOf<string>()('problems')} where problems is null`
