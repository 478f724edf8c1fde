import { rights, type ActName, type Right } from '@ekyc/contract/console/acts'
import type { ConsoleRefusalCode } from '@ekyc/contract/console/refusals'
import { proposalShapes } from '@ekyc/contract/console/shapes/proposals'
import { Value } from 'typebox/value'

import { createJob } from '../database/staff/jobs.ts'
import {
  findProposal,
  lockVoters,
  insertComment,
  insertProposal,
  insertVote,
  listVotes,
  lockProposal,
  lockTouchedAgents,
  lockTouchedStaff,
  setProposalState,
  type ListedProposal,
  type ProposalWithContent,
} from '../database/staff/proposals.ts'
import type { SqlRunner } from '../database/link/sql-runner.ts'
import { permissionFor } from '../domain/staff/permissions.ts'
import {
  countApprovals,
  proposalContentHash,
  isProposalPending,
  mayStillPropose,
  mayApprove,
  voteBarrierOf,
  type CastVote,
  type Voter,
  type VoteBarrier,
} from '../domain/staff/votes.ts'
import { CommandRefused } from '../domain/command-refused.ts'
import { maskMobile } from '../domain/agents/agents.ts'
import { newId } from '../domain/ids.ts'
import { defineAct, actInput, type Act, type AuditedContext, type Preview, type ActContext } from './act.ts'
import { acts } from './acts.ts'
import { runCollectingRows, previewAct, readTouchedAgents } from './preview.ts'

type State = ProposalWithContent['state']
type Person = Voter & { name: string }
type Outcome = { state: State; result?: string }

/** @returns the proposal's number */
export async function proposeAct<In>(
  action: ActContext,
  asked: Act<In, unknown>,
  input: In,
  reason: string,
): Promise<number> {
  const settled = asked.nameAgents ? await asked.nameAgents(action, input) : input
  return createProposal(action, proposableAct(asked.name), settled, reason)
}

export function proposableAct(name: ActName): Act<unknown, unknown> {
  const asked = acts[name]
  if (!asked) throw needsNobody(name)
  return asked
}

function needsNobody(name: ActName): CommandRefused {
  return new CommandRefused(`${name} needs no second person.`)
}

async function createProposal(
  action: ActContext,
  asked: Act<unknown, unknown>,
  input: unknown,
  reason: string,
): Promise<number> {
  const { db, row, maker } = action
  row.subject = asked.name
  const { secondPerson }: Right = rights[asked.name]
  if (!secondPerson) throw needsNobody(asked.name)
  if (reason.trim() === '') throw new CommandRefused('Say why: the second person decides by it.')
  const preview = await previewAct(action, asked, input)
  const content = JSON.stringify(preview)
  const agents = preview.ground.filter(({ kind }) => kind === 'agent')
  const only = agents.length === 1 ? agents[0]?.id : undefined
  const { number } = await insertProposal.one(db, {
    act: asked.name,
    content,
    contentHash: proposalContentHash(content),
    touched: only,
    touches: preview.ground.length,
    reason: reason.trim(),
    makerId: maker.kind === 'staff' ? maker.id : null,
    makerName: maker.name,
    approvers: [...secondPerson.approves],
    quorum: secondPerson.quorum,
    days: secondPerson.days,
  })
  row.subject = `proposal ${number}, ${asked.name}`
  if (only !== undefined) row.agentId = only
  return number
}

const { proof: _proof, ...voteFields } = proposalShapes.vote.request.properties

/** Votes on a proposal. The last approval also runs the proposed act, or creates a job for it. */
export const voteOnProposal = defineAct({
  name: 'proposal.vote',
  input: actInput(voteFields),
  async run(action, { number: asked, vote, contentHash, comment: said = '' }): Promise<Outcome> {
    const { db } = action
    const voter = personOf(action)
    const { proposal, cast, people } = await lockWithVotes(action, asked, voter)
    action.row.subject = `proposal ${asked}, ${proposal.act}: ${vote}, content ${contentHash.slice(0, 8)}`
    const standing = people.get(voter)
    const bar = standing && voteBarrierOf(proposal, standing, cast)
    if (!standing || bar) throw refusalOfBar(bar ?? 'role')
    if (contentHash !== proposal.contentHash)
      throw new CommandRefused('The proposal has another content.', 'proposal_content_changed')
    if (vote === 'deny' && said.trim() === '') throw new CommandRefused('Say why you reject it.')
    const { secondPerson }: Right = rights[proposal.act]
    const maker = people.get(proposal.makerId ?? '')
    if (!mayStillPropose(maker, secondPerson?.proposes ?? []))
      return endWithOutcome(action, proposal, {
        state: 'expired',
        result: 'Its maker may not propose it any more.',
      })

    const written = await insertVote(db, {
      number: asked,
      staffId: voter,
      vote,
      contentHash,
      comment: said.trim(),
    })
    if (written.length === 0) throw refusalOfBar('over')
    if (vote === 'deny') return endWithOutcome(action, proposal, { state: 'rejected' })
    const votesNow: CastVote[] = [...cast, { ...standing, vote, contentHash }]
    if (countApprovals(proposal, votesNow) < proposal.quorum) return { state: 'open' }
    const approvers = cast.filter(one => one.vote === 'approve' && mayApprove(proposal, one))
    return applyOrQueue(action, proposal, proposableAct(proposal.act), maker, [...approvers, standing])
  },
})

async function applyOrQueue(
  action: ActContext,
  proposal: ProposalWithContent,
  approved: Act<unknown, unknown>,
  maker: Person | undefined,
  approvers: Person[],
): Promise<Outcome> {
  const names = approvers.map(({ name }) => name).join(', ')
  const approval = `proposal ${proposal.number} of ${proposal.makerName}, approved by ${names}`
  if (!approved.job)
    return endWithOutcome(action, proposal, await applyApproved(action, proposal, approved, approval))
  const { input, ground } = previewInProposal(proposal)
  if ((await lockChangedRows(action.db, ground)).size > 0)
    return endWithOutcome(action, proposal, changedSinceProposal)
  await createJob(action.db, {
    id: newId(action.at),
    kind: approved.job,
    input: JSON.stringify(input),
    maker: JSON.stringify(
      maker
        ? { kind: 'staff', id: maker.staffId, name: maker.name, roles: maker.roles }
        : { kind: 'admin', name: proposal.makerName },
    ),
    proposal: proposal.number,
    approval,
  })
  return endWithOutcome(action, proposal, { state: 'approved' })
}

const changedSinceProposal: Outcome = {
  state: 'conflicted',
  result: 'What it is about has changed since it was made.',
}

/** Runs an approved act, unless what it is about has changed since the proposal. A refused act is rolled back. */
async function applyApproved(
  action: ActContext,
  proposal: ProposalWithContent,
  approved: Act<unknown, unknown>,
  approval: string,
): Promise<Outcome> {
  const { input, ground } = previewInProposal(proposal)
  if ((await lockChangedRows(action.db, ground)).size > 0) return changedSinceProposal
  const done = await action.db
    .inTransaction(db => runCollectingRows({ ...action, db }, approved, input))
    .catch((error: unknown): Outcome => {
      if (!(error instanceof CommandRefused)) throw error
      return { state: 'failed', result: error.message.replaceAll(/\b\d{10}\b/g, maskMobile) }
    })
  if (!('rows' in done)) return done
  for (const [name, row] of done.rows)
    await action.addRow(name, { ...row, subject: `${row.subject} (${approval})` })
  return { state: 'applied' }
}

/** Locks the touched rows, and returns those whose version is not the proposal's. A deleted row counts as changed. */
async function lockChangedRows(db: SqlRunner, ground: Preview['ground']): Promise<Set<string>> {
  const idsOf = (kind: string) => ground.flatMap(row => (row.kind === kind ? [row.id] : []))
  const agents = await readTouchedAgents(lockTouchedAgents, db, idsOf('agent'))
  const people = await lockTouchedStaff(db, { ids: idsOf('staff') })
  return changedIds(ground, [...agents, ...people])
}

export function changedIds(ground: Preview['ground'], rows: { id: string; version: number }[]): Set<string> {
  const versions = new Map(rows.map(({ id, version }) => [id, version]))
  return new Set(ground.flatMap(({ id, version }) => (versions.get(id) === version ? [] : [id])))
}

/**
 * Checks again, in the transaction in which a job begins, that the approvers of its proposal still may approve and that
 * the touched rows are unchanged, and that the job is what they approved. The caller records the end of the job with
 * `endJobOfProposal`.
 * @returns false if the job must not begin, because the proposal has ended or is for something else
 */
export async function beginJobOfProposal(
  action: AuditedContext,
  numbered: number,
  job: { act: ActName; input: unknown },
): Promise<boolean> {
  const { proposal, cast } = await lockWithVotes(action, numbered)
  const { input, ground } = previewInProposal(proposal)
  if (proposal.act !== job.act || !Value.Equal(input, job.input)) return false
  if (proposal.state === 'applying') return true
  if (proposal.state !== 'approved') return false
  if (countApprovals(proposal, cast) < proposal.quorum)
    await endProposal(action.db, proposal, {
      state: 'failed',
      result: 'Too few of those who approved it still may.',
    })
  else if ((await lockChangedRows(action.db, ground)).size > 0)
    await endProposal(action.db, proposal, changedSinceProposal)
  else {
    await endProposal(action.db, proposal, { state: 'applying' })
    return true
  }
  return false
}

export const withdrawProposal = defineAct({
  name: 'proposal.withdraw',
  input: actInput(proposalShapes.withdraw.request.properties),
  async run(action, { number: asked }): Promise<Outcome> {
    const { proposal } = await lockWithVotes(action, asked)
    action.row.subject = `proposal ${asked}, ${proposal.act}`
    if (!isProposalMaker(proposal, action)) throw new CommandRefused('Only its maker withdraws a proposal.')
    if (proposal.state !== 'open') throw refusalOfBar('over')
    return endWithOutcome(action, proposal, { state: 'withdrawn' })
  },
})

/** Proposes an act again, for the rows as they are now. It withdraws the earlier open proposal. */
export const proposeAnew = defineAct({
  name: 'proposal.renew',
  input: actInput(proposalShapes.proposeAnew.request.properties),
  async run(action, { number: asked, reason }): Promise<{ proposal: number }> {
    const { proposal } = await lockWithVotes(action, asked)
    const again = proposableAct(proposal.act)
    const { input } = previewInProposal(proposal)
    if (permissionFor(action.maker, again.name, again.size?.(input) ?? 1) === 'nothing')
      throw new CommandRefused(`Your roles do not propose ${again.name}.`, 'not_permitted')
    if (proposal.state === 'open') {
      if (!isProposalMaker(proposal, action))
        throw new CommandRefused('Only its maker proposes it anew while it is open.')
      await endProposal(action.db, proposal, { state: 'withdrawn', result: 'It was proposed anew.' })
    } else if (isProposalPending(proposal.state))
      throw new CommandRefused('It is approved, and its job runs.')
    return { proposal: await createProposal(action, again, input, reason) }
  },
})

export const commentOnProposal = defineAct({
  name: 'proposal.comment',
  input: actInput(proposalShapes.comment.request.properties),
  async run(action, { number: asked, text }) {
    const { db, at, row } = action
    const staffId = personOf(action)
    const proposal = await readProposal(action, asked)
    row.subject = `proposal ${asked}, ${proposal.act}`
    if (text.trim() === '') throw new CommandRefused('The comment is empty.')
    if (!isProposalPending(proposal.state)) throw refusalOfBar('over')
    await insertComment(db, { id: newId(at), number: asked, staffId, comment: text.trim() })
    return {}
  },
})

/** Returns the id of the maker, a person of the staff. Refuses an operator, who cannot prove their identity. */
function personOf({ maker }: AuditedContext): string {
  if (maker.kind === 'staff') return maker.id
  throw new CommandRefused('Only a person who has signed in to the console does that.')
}

export async function readProposal({ db, row }: AuditedContext, asked: number): Promise<ProposalWithContent> {
  row.subject = `proposal ${asked}`
  return requireProposal(row, await findProposal.first(db, { number: asked }))
}

function requireProposal(
  row: AuditedContext['row'],
  proposal: ProposalWithContent | undefined,
): ProposalWithContent {
  if (!proposal) throw new CommandRefused('There is no such proposal.', 'not_found')
  if (proposal.about !== null) row.agentId = proposal.about
  return proposal
}

/** Locks the proposal, its maker and its voters, and reads the present roles of these people. */
async function lockWithVotes({ db, row }: AuditedContext, asked: number, voter?: string) {
  row.subject = `proposal ${asked}`
  const proposal = requireProposal(row, await lockProposal(db, asked))
  const cast = await listVotes(db, { numbers: [asked] })
  const ids = [voter, proposal.makerId, ...cast.map(({ staffId }) => staffId)].flatMap(id => id ?? [])
  const people = new Map((await lockVoters(db, { ids })).map(one => [one.staffId, one]))
  return { proposal, people, cast: cast.map(vote => ({ ...vote, ...people.get(vote.staffId) })) }
}

export function isProposalMaker(proposal: ListedProposal, { maker }: AuditedContext): boolean {
  const isOperators = proposal.makerId === null && proposal.makerName === maker.name
  return maker.kind === 'staff' ? proposal.makerId === maker.id : isOperators
}

async function endWithOutcome(
  { db, row }: AuditedContext,
  proposal: ProposalWithContent,
  outcome: Outcome,
): Promise<Outcome> {
  await endProposal(db, proposal, outcome)
  row.subject += `: ${outcome.state}`
  return outcome
}

async function endProposal(
  db: SqlRunner,
  proposal: Pick<ProposalWithContent, 'number' | 'state'>,
  { state, result }: Outcome,
): Promise<void> {
  const changed = await setProposalState(db, {
    number: proposal.number,
    from: proposal.state,
    to: state,
    result,
  })
  if (changed.length === 0) throw refusalOfBar('over')
}

export async function endJobOfProposal(db: SqlRunner, asked: number, outcome: Outcome): Promise<void> {
  const proposal = await lockProposal(db, asked)
  if (proposal && isProposalPending(proposal.state)) await endProposal(db, proposal, outcome)
}

const bars: Record<VoteBarrier, [message: string, code: ConsoleRefusalCode]> = {
  over: ['The proposal has come to its end.', 'proposal_over'],
  own: ['Nobody votes on a proposal of their own.', 'own_proposal'],
  voted: ['You have voted on this proposal.', 'voted_already'],
  role: ['Your roles do not vote on this proposal.', 'not_permitted'],
}

function refusalOfBar(bar: VoteBarrier): CommandRefused {
  return new CommandRefused(...bars[bar])
}

/** Reads a proposal's content. A content that 1.0.0 wrote has `agent:` before the id of the agent. */
export function previewInProposal({ content }: ProposalWithContent): Preview {
  return JSON.parse(content, (field, value: unknown) =>
    field === 'agent' && typeof value === 'string' ? value.replace(/^agent:/, '') : value,
  ) as Preview
}
