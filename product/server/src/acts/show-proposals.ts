import { proposalLists, proposalShapes } from '@ekyc/contract/console/shapes/proposals'
import { Type } from 'typebox'

import {
  findTouched,
  listComments,
  listPendingProposalsAbout,
  listProposals as readProposals,
  listVotes,
  type ListedProposal,
  type TouchedRow,
} from '../database/staff/proposals.ts'
import { nilId } from '../domain/ids.ts'
import { permissionFor } from '../domain/staff/permissions.ts'
import { defineAct, actInput, type ActContext, type Preview } from './act.ts'
import { agentAbout, nameAndMaskedMobile, readTouched } from './preview.ts'
import {
  actOfTwoPeople,
  changedIds,
  isPending,
  isProposalMaker,
  previewInProposal,
  readProposal,
} from './proposals.ts'

const { number } = proposalShapes.getProposal.request.properties

export const listProposals = defineAct({
  name: 'proposal.list',
  input: actInput({
    list: Type.Enum([...proposalLists]),
    before: Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
    limit: Type.Integer({ minimum: 1, maximum: 200 }),
  }),
  async run({ db, maker, row }, { list, before, limit }) {
    row.subject = `proposals, ${list}`
    const staffId = maker.kind === 'staff' ? maker.id : nilId
    const read = await readProposals(db, { list, before, limit: limit + 1, staffId })
    return { proposals: read.slice(0, limit).map(listedAnswer), isMore: read.length > limit }
  },
})

export const showProposal = defineAct({
  name: 'proposal.show',
  input: actInput({ number }),
  async run(action, { number: asked }) {
    const { db } = action
    const proposal = await readProposal(action, asked)
    const preview = previewInProposal(proposal)
    const { input, ground, changes, effect } = preview
    const ids = ground.map(({ id }) => id)
    const touched = await readTouched(findTouched, db, ids)
    const rows = new Map(touched.map(row => [row.id, row]))
    const movedIds = isPending(proposal) ? changedIds(ground, touched) : new Set<string>()
    const shown = ground.slice(0, mostTouched)
    const others = await listPendingProposalsAbout(db, { ids: ids.slice(0, mostTouched) })
    const { act } = actOfTwoPeople(proposal.act)
    const isMaker = isProposalMaker(proposal, action)
    return {
      ...listedAnswer(proposal),
      contentHash: proposal.contentHash,
      changes: proposal.voteBar === null ? await withWholeMobiles(action, preview, touched) : changes,
      effect,
      touched: shown.map(({ id, kind }) => ({
        kind,
        ...nameAndMaskedMobile(id, rows.get(id)),
        moved: movedIds.has(id),
      })),
      hasMoved: movedIds.size > 0,
      import: proposal.act === 'agent.import' ? (input as { import: string }).import : undefined,
      others: others.map(one => one.number).filter(one => one !== asked),
      approvers: proposal.approvers,
      isJob: act.job !== undefined,
      votes: await listVotes(db, { number: asked }),
      comments: await listComments(db, { number: asked }),
      mayWithdraw: proposal.state === 'open' && isMaker,
      mayProposeAnew:
        permissionFor(action.maker, act.name, proposal.touches) !== 'nothing' &&
        (proposal.state === 'open' ? isMaker : !isPending(proposal)),
      result: proposal.result,
    }
  },
})

async function withWholeMobiles(action: ActContext, { input, changes }: Preview, [agent]: TouchedRow[]) {
  const { to, mobile } = input as { to?: unknown; mobile?: unknown }
  const becomes = to ?? mobile
  if (typeof becomes !== 'string' || !changes.some(({ field }) => field === 'mobile')) return changes
  const { row } = action
  await action.addRow('agent.show-mobile', {
    subject: `${agent?.id ?? 'new agent'} ${row.subject}`,
    ...(agent && { agentId: agent.id }),
  })
  return changes.map(one => (one.field === 'mobile' ? { ...one, now: agent?.mobile ?? '', becomes } : one))
}

const mostTouched = 200

function listedAnswer({ agentName, agentMobile, voteBar, ...proposal }: ListedProposal) {
  const agent = agentAbout({ ...proposal, agentName, agentMobile })
  return { ...proposal, agent, voteBar: voteBar ?? undefined }
}
