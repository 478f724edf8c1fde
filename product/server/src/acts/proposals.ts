import { rights, type ActName, type Right } from '@ekyc/contract/console/acts'
import type { ConsoleRefusalCode } from '@ekyc/contract/console/refusals'
import { proposalShapes, type ProposalState, type voteBars } from '@ekyc/contract/console/shapes/proposals'
import { Value } from 'typebox/value'

import { createJob } from '../database/staff/jobs.ts'
import {
  castVote,
  findProposal,
  insertComment,
  insertProposal,
  listVotes,
  lockProposal,
  lockTouched,
  setProposalState,
  type ListedProposal,
  type ProposalWithContent,
} from '../database/staff/proposals.ts'
import type { SqlRunner } from '../database/link/sql.ts'
import { permissionFor, type Maker } from '../domain/staff/permissions.ts'
import { CommandRefused } from '../domain/command-refused.ts'
import { maskMobilesIn } from '../domain/agents/agents.ts'
import { newId, nilId } from '../domain/ids.ts'
import { defineAct, actInput, type Act, type ActContext, type Preview } from './act.ts'
import { acts } from './acts.ts'
import { runCollectingRows, previewAct, readTouched } from './preview.ts'

type Outcome = { state: ProposalState; result?: string }

export function actOfTwoPeople(name: ActName) {
  const act = acts[name]
  const { secondPerson }: Right = rights[name]
  if (!act || !secondPerson) throw new CommandRefused(`${name} needs no second person.`)
  return { act, ...secondPerson }
}

/** @returns the proposal's number */
export async function proposeAct(action: ActContext, name: ActName, input: unknown, reason: string) {
  const { db, row, maker } = action
  row.subject = name
  const { act, approves, quorum, days } = actOfTwoPeople(name)
  if (reason.trim() === '') throw new CommandRefused('Say why: the second person decides by it.')
  const preview = await previewAct(action, act, (await act.nameAgents?.(action, input)) ?? input)
  const agents = preview.ground.filter(({ kind }) => kind === 'agent')
  const only = agents.length === 1 ? agents[0]?.id : undefined
  const { number } = await insertProposal.one(db, {
    act: name,
    content: JSON.stringify(preview),
    touched: only,
    touches: preview.ground.length,
    reason: reason.trim(),
    makerId: maker.kind === 'staff' ? maker.id : null,
    makerName: maker.name,
    approvers: [...approves],
    quorum,
    days,
  })
  row.subject = `proposal ${number}, ${name}`
  if (only !== undefined) row.agentId = only
  return number
}

const { proof: _proof, ...voteFields } = proposalShapes.vote.request.properties

/** The last approval also runs the proposed act, or creates a job for it. */
export const voteOnProposal = defineAct({
  name: 'proposal.vote',
  input: actInput(voteFields),
  async run(action, { number, vote, contentHash, comment = '' }): Promise<Outcome> {
    const { db } = action
    const staffId = personOf(action)
    const proposal = await readProposal(action, number, lockProposal)
    action.row.subject += `: ${vote}, content ${contentHash.slice(0, 8)}`
    if (proposal.voteBar) throw barred(proposal.voteBar)
    if (contentHash !== proposal.contentHash)
      throw new CommandRefused('The proposal has another content.', 'proposal_content_changed')
    if (vote === 'deny' && comment.trim() === '') throw new CommandRefused('Say why you reject it.')
    const { proposes } = actOfTwoPeople(proposal.act)
    const mayMakerPropose =
      proposal.makerId === null || proposes.some(role => proposal.makerRoles?.includes(role) === true)
    if (!mayMakerPropose)
      return endWithOutcome(action, proposal, {
        state: 'expired',
        result: 'Its maker may not propose it any more.',
      })

    if (!(await castVote(db, { number, staffId, vote, contentHash, comment: comment.trim() })))
      throw barred('over')
    if (vote === 'deny') return endWithOutcome(action, proposal, { state: 'rejected' })
    const { approvals } = await findProposal.one(db, { number, staffId })
    if (approvals < proposal.quorum) return { state: 'open' }
    return endWithOutcome(action, proposal, await applyOrQueue(action, proposal))
  },
})

const changedSinceProposal: Outcome = {
  state: 'conflicted',
  result: 'What it is about has changed since it was made.',
}

async function applyOrQueue(action: ActContext, proposal: ProposalWithContent): Promise<Outcome> {
  const { db } = action
  const { number, makerId, makerName } = proposal
  const { input, ground } = previewInProposal(proposal)
  if ((await lockChangedRows(db, ground)).size > 0) return changedSinceProposal
  const { act } = actOfTwoPeople(proposal.act)
  const approvers = (await listVotes(db, { number })).filter(one => one.vote === 'approve' && one.counts)
  const approval = `proposal ${number} of ${makerName}, approved by ${approvers.map(({ name }) => name).join(', ')}`
  if (!act.job) return applyApproved(action, act, input, approval)
  const maker: Maker =
    makerId === null
      ? { kind: 'admin', name: makerName }
      : { kind: 'staff', id: makerId, name: makerName, roles: proposal.makerRoles ?? [] }
  await createJob(db, {
    id: newId(action.at),
    kind: act.job,
    input: JSON.stringify(input),
    maker: JSON.stringify(maker),
    proposal: number,
    approval,
  })
  return { state: 'approved' }
}

/** A refused act is rolled back. */
async function applyApproved(
  action: ActContext,
  act: Act<unknown, unknown>,
  input: unknown,
  approval: string,
): Promise<Outcome> {
  const done = await action.db
    .inTransaction(db => runCollectingRows({ ...action, db }, act, input))
    .catch((error: unknown): Outcome => {
      if (!(error instanceof CommandRefused)) throw error
      return { state: 'failed', result: maskMobilesIn(error.message) }
    })
  if (!('rows' in done)) return done
  for (const [name, row] of done.rows)
    await action.addRow(name, { ...row, subject: `${row.subject} (${approval})` })
  return { state: 'applied' }
}

/** Returns the rows whose version is not the proposal's. A deleted row counts as changed. */
async function lockChangedRows(db: SqlRunner, ground: Preview['ground']): Promise<Set<string>> {
  const ids = ground.map(({ id }) => id)
  return changedIds(ground, await readTouched(lockTouched, db, ids))
}

export function changedIds(ground: Preview['ground'], rows: { id: string; version: number }[]): Set<string> {
  const versions = new Map(rows.map(({ id, version }) => [id, version]))
  return new Set(ground.flatMap(({ id, version }) => (versions.get(id) === version ? [] : [id])))
}

/**
 * Checks, as a job begins, that its approvers still may approve, that the touched rows are unchanged, and that the job
 * is what they approved. Returns false if the job must not begin.
 */
export async function beginJobOfProposal(
  action: ActContext,
  number: number,
  job: { act: ActName; input: unknown },
): Promise<boolean> {
  const proposal = await readProposal(action, number, lockProposal)
  const { input, ground } = previewInProposal(proposal)
  if (proposal.act !== job.act || !Value.Equal(input, job.input)) return false
  if (proposal.state === 'applying') return true
  if (proposal.state !== 'approved') return false
  let outcome: Outcome = { state: 'applying' }
  if (proposal.approvals < proposal.quorum)
    outcome = { state: 'failed', result: 'Too few of those who approved it still may.' }
  else if ((await lockChangedRows(action.db, ground)).size > 0) outcome = changedSinceProposal
  await setProposalState(action.db, { number, state: outcome.state, result: outcome.result })
  return outcome.state === 'applying'
}

export const withdrawProposal = defineAct({
  name: 'proposal.withdraw',
  input: actInput(proposalShapes.withdraw.request.properties),
  async run(action, { number }) {
    const proposal = await readProposal(action, number, lockProposal)
    if (!isProposalMaker(proposal, action)) throw new CommandRefused('Only its maker withdraws a proposal.')
    if (proposal.state !== 'open') throw barred('over')
    return { number, ...(await endWithOutcome(action, proposal, { state: 'withdrawn' })) }
  },
})

/** The new proposal is about the rows as they are now. */
export const proposeAnew = defineAct({
  name: 'proposal.renew',
  input: actInput(proposalShapes.proposeAnew.request.properties),
  async run(action, { number, reason }): Promise<{ proposal: number }> {
    const proposal = await readProposal(action, number, lockProposal)
    const { act } = actOfTwoPeople(proposal.act)
    const { input } = previewInProposal(proposal)
    if (permissionFor(action.maker, act.name, act.size?.(input) ?? 1) === 'nothing')
      throw new CommandRefused(`Your roles do not propose ${act.name}.`, 'not_permitted')
    if (proposal.state === 'open') {
      if (!isProposalMaker(proposal, action))
        throw new CommandRefused('Only its maker proposes it anew while it is open.')
      await setProposalState(action.db, { number, state: 'withdrawn', result: 'It was proposed anew.' })
    } else if (isPending(proposal)) throw new CommandRefused('It is approved, and its job runs.')
    return { proposal: await proposeAct(action, act.name, input, reason) }
  },
})

export const commentOnProposal = defineAct({
  name: 'proposal.comment',
  input: actInput(proposalShapes.comment.request.properties),
  async run(action, { number, text }) {
    const staffId = personOf(action)
    const proposal = await readProposal(action, number)
    if (text.trim() === '') throw new CommandRefused('The comment is empty.')
    if (!isPending(proposal)) throw barred('over')
    await insertComment(action.db, { id: newId(action.at), number, staffId, comment: text.trim() })
    return {}
  },
})

/** An operator cannot prove who they are. */
function personOf({ maker }: ActContext): string {
  if (maker.kind === 'staff') return maker.id
  throw new CommandRefused('Only a person who has signed in to the console does that.')
}

/** @param find locks the proposal, if the caller changes it */
export async function readProposal(
  { db, row, maker }: ActContext,
  number: number,
  find: typeof lockProposal = findProposal.first,
): Promise<ProposalWithContent> {
  row.subject = `proposal ${number}`
  const proposal = await find(db, { number, staffId: maker.kind === 'staff' ? maker.id : nilId })
  if (!proposal) throw new CommandRefused('There is no such proposal.', 'not_found')
  row.subject += `, ${proposal.act}`
  if (proposal.about !== null) row.agentId = proposal.about
  return proposal
}

export function isPending({ state }: ListedProposal): boolean {
  return state === 'open' || state === 'approved' || state === 'applying'
}

export function isProposalMaker(proposal: ListedProposal, { maker }: ActContext): boolean {
  const isOperators = proposal.makerId === null && proposal.makerName === maker.name
  return maker.kind === 'staff' ? proposal.makerId === maker.id : isOperators
}

async function endWithOutcome(
  { db, row }: ActContext,
  { number }: ProposalWithContent,
  outcome: Outcome,
): Promise<Outcome> {
  await setProposalState(db, { number, state: outcome.state, result: outcome.result })
  row.subject += `: ${outcome.state}`
  return outcome
}

const bars: Record<(typeof voteBars)[number], [message: string, code: ConsoleRefusalCode]> = {
  over: ['The proposal has come to its end.', 'proposal_over'],
  own: ['Nobody votes on a proposal of their own.', 'own_proposal'],
  voted: ['You have voted on this proposal.', 'voted_already'],
  role: ['Your roles do not vote on this proposal.', 'not_permitted'],
}

function barred(bar: keyof typeof bars): CommandRefused {
  return new CommandRefused(...bars[bar])
}

/** A content that 1.0.0 wrote has `agent:` before the id of the agent. */
export function previewInProposal({ content }: ProposalWithContent): Preview {
  return JSON.parse(content, (field, value: unknown) =>
    field === 'agent' && typeof value === 'string' ? value.replace(/^agent:/, '') : value,
  ) as Preview
}
