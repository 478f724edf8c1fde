import type { ActName, StaffRole } from '@ekyc/contract/console/acts'
import { proposalStates, voteBars, votes, type proposalLists } from '@ekyc/contract/console/shapes/proposals'
import { DatabaseError } from 'pg'

import { columns, sql, statement, t, type SqlRunner } from '../link/sql.ts'

const proposal = {
  number: t.bigint,
  act: t.textOf<ActName>(),
  contentHash: t.text,
  about: t.nullable(t.uuid),
  touches: t.integer,
  reason: t.text,
  makerId: t.nullable(t.uuid),
  makerName: t.text,
  makerPerson: t.nullable(t.text),
  approvers: t.textsOf<StaffRole>(),
  quorum: t.integer,
  madeOn: t.moment,
  expiresOn: t.moment,
  endedOn: t.nullable(t.moment),
  result: t.nullable(t.text),
}
const listed = {
  ...proposal,
  state: t.neverNull(t.oneOf(proposalStates)),
  approvals: t.neverNull(t.bigint),
  voteBar: t.nullable(t.oneOf(voteBars)),
  agentName: t.neverNull(t.text),
  agentMobile: t.neverNull(t.text),
}
/** The roles of a maker who may sign in. Null for an operator too. */
const whole = { ...listed, content: t.text, makerRoles: t.nullable(t.textsOf<StaffRole>()) }

export type ListedProposal = t.RowOf<typeof listed>
export type ProposalWithContent = t.RowOf<typeof whole>

/** now() would ignore lock waits, because it is the transaction's start. */
const isOver = sql`expires_on <= clock_timestamp()`

const staff = t.uuid('staffId')
const person = sql`person_of(${staff})`

/** Why a person may not vote; null if they may. The table's trigger refuses the vote again. */
const voteBar = sql`case
  when ${person} is null then 'role'
  when state <> 'open' or ${isOver} then 'over'
  when maker_id = ${staff} or maker_person = ${person} then 'own'
  when exists (select from proposal_votes v
    where v.proposal = proposals.number and (v.staff_id = ${staff} or v.person = ${person})) then 'voted'
  when not exists (select from staff s
    where s.id = ${staff} and s.disabled_on is null and s.roles && approvers) then 'role' end`

/** The name and mobile number of the agent; both are empty without one, and for an agent who was erased meanwhile. */
const nameOfAgent = sql`coalesce(agents.name, '') as agent_name, coalesce(agents.mobile, '') as agent_mobile`
const shown = sql`${columns(proposal)},
  case when state = 'open' and ${isOver} then 'expired' else state end as state,
  approvals_of(proposals) as approvals, ${voteBar} as vote_bar, ${nameOfAgent}`
const withAgent = sql`proposals left join agents on agents.id = about and agents.erased_on is null`

export const insertProposal = statement('proposals.insert', { number: t.bigint })`
  insert into proposals (act, content, content_hash, about, touches, reason, maker_id, maker_name, approvers, quorum,
    expires_on)
  values (${t.text('act')}, ${t.text('content')}, encode(sha256(convert_to(${t.text('content')}, 'UTF8')), 'hex'),
    ${t.nullable(t.uuid)('touched')}, ${t.integer('touches')}, ${t.text('reason')},
      ${t.nullable(t.uuid)('makerId')}, ${t.text('makerName')}, ${t.textsOf<string>()('approvers')},
    ${t.integer('quorum')}, now() + make_interval(days => ${t.integer('days')}))
  returning number`

const lockRow = statement('proposals.lock')`
  select from proposals where number = ${t.bigint('number')} for update`

export const findProposal = statement('proposals.find', whole)`
  select ${shown}, content,
    (select s.roles from staff s where s.id = maker_id and s.disabled_on is null) as maker_roles
  from ${withAgent} where number = ${t.bigint('number')}`

const lockPeople = statement('proposals.lockPeople')`
  select from staff
  where id = ${staff} or id in (select maker_id from proposals where number = ${t.bigint('number')})
    or id in (select v.staff_id from proposal_votes v where v.proposal = ${t.bigint('number')})
  order by id for share`

/**
 * Locks the proposal, so that its votes, its act and its end run one after the other; and its maker, its voters and the
 * person who asks, so that nobody disables or demotes them meanwhile.
 */
export async function lockProposal(db: SqlRunner, of: { number: number; staffId: string }) {
  await lockRow(db, of)
  await lockPeople(db, of)
  return findProposal.first(db, of)
}

/** The caller holds the proposal's lock. The table's trigger refuses a step back. */
export const setProposalState = statement('proposals.setState')`
  update proposals set state = ${t.oneOf(proposalStates)('state')}, result = ${t.nullable(t.text)('result')},
    ended_on = case when ${t.oneOf(proposalStates)('state')} in ('approved', 'applying') then null
      else clock_timestamp() end
  where number = ${t.bigint('number')} and ended_on is null`

const restrictViolation = '23001'

/** Returns false if the proposal's time is over, as its table's trigger sees it: the transaction has then failed. */
export async function castVote(db: SqlRunner, vote: Parameters<typeof insertVote>[1]) {
  try {
    await insertVote(db, vote)
    return true
  } catch (error) {
    if (error instanceof DatabaseError && error.code === restrictViolation) return false
    throw error
  }
}

const insertVote = statement('proposals.vote')`
  insert into proposal_votes (proposal, staff_id, person, vote, content_hash, comment)
  values (${t.bigint('number')}, ${staff}, ${person}, ${t.oneOf(votes)('vote')}, ${t.text('contentHash')},
    ${t.text('comment')})`

/** An approval counts as long as the person may approve. */
export const listVotes = statement('proposals.listVotes', {
  staffId: t.uuid,
  name: t.text,
  vote: t.oneOf(votes),
  comment: t.text,
  votedOn: t.moment,
  counts: t.neverNull(t.boolean),
})`
  select v.staff_id, s.name, v.vote, v.comment, v.voted_on,
    v.vote = 'deny' or s.disabled_on is null and s.roles && approvers as counts
  from proposal_votes v join staff s on s.id = v.staff_id join proposals on number = v.proposal
  where v.proposal = ${t.bigint('number')} order by v.voted_on`

export const insertComment = statement('proposals.comment')`
  insert into proposal_comments (id, proposal, staff_id, comment)
  values (${t.uuid('id')}, ${t.bigint('number')}, ${staff}, ${t.text('comment')})`

export const listComments = statement('proposals.listComments', {
  staffId: t.uuid,
  name: t.text,
  comment: t.text,
  commentedOn: t.moment,
})`
  select staff_id, name, comment, commented_on from proposal_comments join staff on staff.id = staff_id
  where proposal = ${t.bigint('number')} order by commented_on, proposal_comments.id`

const none = t.nullable(t.bigint)

export const listProposals = statement('proposals.list', listed)`
  select ${shown} from ${withAgent}
  where (${none('before')}::bigint is null or number < ${none('before')})
    and case ${t.textOf<(typeof proposalLists)[number]>()('list')}::text
      when 'waiting' then ${voteBar} is null
      when 'mine' then maker_id = ${staff}
      when 'open' then ended_on is null
      else ended_on is not null end
  order by number desc limit ${t.bigint('limit')}`

/** The reason of an act that one person did because four eyes are off. */
export const fourEyesOffReason = 'four eyes are off'

/** At a bank that has not begun with four eyes, an act for want of them is no emergency. */
const isTold = sql`
  (reason <> 'four eyes are off' or exists (select from four_eyes where since <= happened_on))`

export const countWaitingWork = statement('proposals.countWaiting', {
  proposals: t.neverNull(t.bigint),
  alerts: t.neverNull(t.bigint),
})`
  select (select count(*) from proposals where ended_on is null and ${voteBar} is null) as proposals,
    (select count(*) from fraud_alerts where closed_on is null and taken_on is null) as alerts`

export const listPendingProposalsAbout = statement('proposals.listGoingOnAbout', { number: t.bigint })`
  select number from proposals
  where ended_on is null and exists (select from unnest(${t.uuids('ids')}) as id where strpos(content, id::text) > 0)
  order by number limit 200`

/** Finds the proposal of an import that is not decided yet, or whose job has not ended. */
export const findProposalOfImport = statement('proposals.findOfImport', { number: t.bigint })`
  select number from proposals
  where act = 'agent.import' and ended_on is null and (state <> 'open' or expires_on > clock_timestamp())
    and strpos(content, ${t.text('importId')}) > 0
  order by number desc limit 1`

export const insertEmergency = statement('emergencies.insert', { number: t.bigint })`
  insert into emergencies (act, about, actor, reason)
  values (${t.text('act')}, ${t.nullable(t.uuid)('touched')}, ${t.text('actor')}, ${t.text('reason')}) returning number`

export const listEmergencies = statement('emergencies.list', {
  number: t.bigint,
  act: t.textOf<ActName>(),
  about: t.nullable(t.uuid),
  actor: t.text,
  reason: t.text,
  happenedOn: t.moment,
  agentName: t.neverNull(t.text),
  agentMobile: t.neverNull(t.text),
})`
  select number, act, about, actor, reason, happened_on, ${nameOfAgent}
  from emergencies left join agents on agents.id = about and agents.erased_on is null
  where ${isTold} order by number desc limit 200`

export const countNewEmergencies = statement('emergencies.countNew', {
  ofLastDay: t.neverNull(t.bigint),
})`
  select count(*) as of_last_day from emergencies where happened_on > now() - interval '1 day' and ${isTold}`

/** Of a person of the staff only the name, since an act on the staff tells its changes itself. */
const touchedRow = {
  id: t.neverNull(t.uuid),
  version: t.neverNull(t.integer),
  name: t.neverNull(t.text),
  mobile: t.neverNull(t.text),
  isEnabled: t.neverNull(t.boolean),
  roles: t.neverNull(t.textsOf<string>()),
  withheld: t.neverNull(t.textsOf<string>()),
}
export type TouchedRow = t.RowOf<typeof touchedRow>

export const findTouched = statement('proposals.findTouched', touchedRow)`
  select id, version, name, mobile, disabled_on is null as is_enabled,
    array(select r.role_id from agent_roles r where r.agent_id = agents.id order by 1) as roles,
    array(select w.privilege from withheld_privileges w where w.agent_id = agents.id order by 1) as withheld
  from agents where id = any(${t.uuids('ids')}) and erased_on is null
  union all
  select id, version, name, '', disabled_on is null, '{}', '{}' from staff where id = any(${t.uuids('ids')})
  order by id`

const lockAgentRows = statement('proposals.lockAgents')`
  select from agents where id = any(${t.uuids('ids')}) order by id for no key update`

const lockStaffRows = statement('proposals.lockStaff')`
  select from staff where id = any(${t.uuids('ids')}) order by id for no key update`

/**
 * Locks the rows in the order of their ids, with the lock that every act on an agent takes. A further statement reads
 * them, because a statement that waits for a lock reads other tables as they were before the wait.
 */
export async function lockTouched(db: SqlRunner, of: { ids: string[] }): Promise<TouchedRow[]> {
  await lockAgentRows(db, of)
  await lockStaffRows(db, of)
  return findTouched(db, of)
}

/** Only cleans up, because each vote checks expires_on. */
export const expireProposals = statement('proposals.expire')`
  update proposals set state = 'expired', ended_on = expires_on, result = 'Its time was over.'
  where state = 'open' and expires_on <= clock_timestamp()`

/**
 * Tells whether four eyes are on. The database decides; the setting FOUR_EYES of the asking process counts only as long
 * as no process has ever switched four eyes on.
 */
const areOn = statement('fourEyes.areOn', { isOn: t.neverNull(t.boolean) })`
  select coalesce((select bool_or(off_on is null) from four_eyes), ${t.boolean('told')}) as is_on`

export async function fourEyesAreOn(db: SqlRunner, told: boolean): Promise<boolean> {
  return (await areOn.one(db, { told })).isOn
}

const insertSince = statement('fourEyes.insert')`
  insert into four_eyes (since) select now() where not exists (select from four_eyes where off_on is null)
  on conflict do nothing`

/** Switches four eyes on. Only reads if they are on, because some roles have no right to write. */
export async function switchFourEyesOn(db: SqlRunner): Promise<void> {
  if (!(await fourEyesAreOn(db, false))) await insertSince(db)
}

export const switchFourEyesOff = statement('fourEyes.switchOff', { isOff: t.neverNull(t.boolean) })`
  update four_eyes set off_on = now() where off_on is null returning true as is_off`
