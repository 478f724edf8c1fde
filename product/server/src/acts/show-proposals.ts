import { proposalLists, proposalShapes } from '@ekyc/contract/console/shapes/proposals'
import { Type } from 'typebox'

import {
  findVoter,
  findTouchedAgents,
  findTouchedStaff,
  listComments,
  listPendingProposalsAbout,
  listProposals as readProposals,
  listVotes,
  type ListedProposal,
  type ListedVote,
  type TouchedAgent,
} from '../database/staff/proposals.ts'
import { nilId } from '../domain/ids.ts'
import { permissionFor } from '../domain/staff/permissions.ts'
import {
  countApprovals,
  isProposalPending,
  mayApprove,
  voteBarrierOf,
  type Voter,
} from '../domain/staff/votes.ts'
import { defineAct, actInput, type AuditedContext, type Preview } from './act.ts'
import { nameAndMaskedMobile, readTouchedAgents } from './preview.ts'
import { previewInProposal, readProposal, isProposalMaker, changedIds, proposableAct } from './proposals.ts'

const { number } = proposalShapes.getProposal.request.properties

export const listProposals = defineAct({
  name: 'proposal.list',
  input: actInput({
    list: Type.Enum([...proposalLists]),
    before: Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
    limit: Type.Integer({ minimum: 1, maximum: 200 }),
  }),
  async run(action, { list, before, limit }) {
    const { db, row } = action
    row.subject = `proposals, ${list}`
    const me = await voterOf(action)
    const read = await readProposals(db, {
      list,
      before,
      limit: limit + 1,
      staffId: me?.staffId ?? nilId,
      roles: me ? [...me.roles] : [],
    })
    const proposals = read.slice(0, limit)
    const cast = await listVotes(db, { numbers: proposals.map(one => one.number) })
    const names = await readTouchedAgents(
      findTouchedAgents,
      db,
      proposals.flatMap(({ about }) => about ?? []),
    )
    return {
      proposals: proposals.map(one => listedAnswer(one, me, cast, names)),
      isMore: read.length > limit,
    }
  },
})

export const showProposal = defineAct({
  name: 'proposal.show',
  input: actInput({ number }),
  async run(action, { number: asked }) {
    const { db, row } = action
    const proposal = await readProposal(action, asked)
    row.subject = `proposal ${asked}, ${proposal.act}`
    const me = await voterOf(action)
    const cast = await listVotes(db, { numbers: [asked] })
    const preview = previewInProposal(proposal)
    const { input, ground, changes, effect } = preview
    const idsOf = (kind: string) => ground.flatMap(one => (one.kind === kind ? [one.id] : []))
    const agents = await readTouchedAgents(findTouchedAgents, db, idsOf('agent'))
    const people = await findTouchedStaff(db, { ids: idsOf('staff') })
    const rows = new Map([...agents, ...people].map(one => [one.id, one]))
    const movedIds = isProposalPending(proposal.state)
      ? changedIds(ground, [...rows.values()])
      : new Set<string>()
    const shown = ground.slice(0, mostTouched)
    const others = await listPendingProposalsAbout(db, { ids: shown.map(({ id }) => id) })
    const again = proposableAct(proposal.act)
    const mayVote = me !== undefined && voteBarrierOf(proposal, me, cast) === undefined
    return {
      ...listedAnswer(proposal, me, cast, agents),
      contentHash: proposal.contentHash,
      changes: mayVote ? await withWholeMobiles(action, preview, agents) : changes,
      effect,
      touched: shown.map(({ id, kind }) => ({
        kind,
        ...nameAndMaskedMobile(id, rows),
        moved: movedIds.has(id),
      })),
      hasMoved: movedIds.size > 0,
      import: proposal.act === 'agent.import' ? (input as { import: string }).import : undefined,
      others: others.map(one => one.number).filter(one => one !== asked),
      approvers: proposal.approvers,
      isJob: again.job !== undefined,
      votes: cast.map(one => ({ ...one, counts: one.vote === 'deny' || mayApprove(proposal, one) })),
      comments: await listComments(db, { number: asked }),
      mayWithdraw: proposal.state === 'open' && isProposalMaker(proposal, action),
      mayProposeAnew:
        permissionFor(action.maker, again.name, proposal.touches) !== 'nothing' &&
        (proposal.state === 'open' ? isProposalMaker(proposal, action) : !isProposalPending(proposal.state)),
      result: proposal.result,
    }
  },
})

/** Shows a new mobile number whole to whoever decides about it, with an audit row. */
async function withWholeMobiles(action: AuditedContext, { input, changes }: Preview, agents: TouchedAgent[]) {
  const { to, mobile } = input as { to?: unknown; mobile?: unknown }
  const becomes = to ?? mobile
  if (typeof becomes !== 'string' || !changes.some(({ field }) => field === 'mobile')) return changes
  const [agent] = agents
  const { row } = action
  await action.addRow('agent.show-mobile', {
    subject: `${agent?.id ?? 'new agent'} ${row.subject}`,
    ...(agent && { agentId: agent.id }),
  })
  return changes.map(one => (one.field === 'mobile' ? { ...one, now: agent?.mobile ?? '', becomes } : one))
}

const mostTouched = 200

function listedAnswer(
  proposal: ListedProposal,
  me: Voter | undefined,
  votesOfMany: ListedVote[],
  agents: TouchedAgent[],
) {
  const cast = votesOfMany.filter(vote => vote.proposal === proposal.number)
  const { about } = proposal
  return {
    ...proposal,
    state: proposal.state === 'open' && proposal.isOver ? ('expired' as const) : proposal.state,
    agent: about === null ? undefined : nameAndMaskedMobile(about, new Map(agents.map(one => [one.id, one]))),
    approvals: countApprovals(proposal, cast),
    voteBar: me ? voteBarrierOf(proposal, me, cast) : ('role' as const),
  }
}

function voterOf({ db, maker }: AuditedContext): Promise<Voter | undefined> {
  return maker.kind === 'staff' ? findVoter.first(db, { staffId: maker.id }) : Promise.resolve(undefined)
}
