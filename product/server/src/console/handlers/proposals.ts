import { listEmergencies } from '../../acts/four-eyes.ts'
import { commentOnProposal, renewProposal, voteOnProposal, withdrawProposal } from '../../acts/proposals.ts'
import { listProposals, showProposal } from '../../acts/show-proposals.ts'
import type { ConsoleHandlers } from '../handler-types.ts'
import { usualLimit } from '../places.ts'
import { performOnce, type ActDoor } from './acts.ts'

export function proposalHandlers(
  door: ActDoor,
): Pick<
  ConsoleHandlers,
  'listProposals' | 'getProposal' | 'vote' | 'withdraw' | 'comment' | 'proposeAnew' | 'listEmergencies'
> {
  return {
    async listProposals({ list, after, limit = usualLimit }, { perform }) {
      const before = after === undefined ? undefined : Number(after)
      const { proposals, isMore } = await perform(listProposals, {
        list,
        limit,
        ...(before !== undefined && { before }),
      })
      const last = isMore ? proposals.at(-1) : undefined
      return { rows: proposals.map(shownProposal), next: last && String(last.number) }
    },

    async getProposal({ number }, { perform }) {
      const shown = await perform(showProposal, { number })
      const { result, votes, comments } = shown
      return {
        ...shownProposal(shown),
        contentHash: shown.contentHash,
        changes: shown.changes,
        effect: shown.effect,
        touched: shown.touched,
        hasMoved: shown.hasMoved,
        import: shown.import,
        others: shown.others,
        approvers: shown.approvers,
        isJob: shown.isJob,
        votes: votes.map(({ staffId, name, votedOn, vote, counts, comment }) => ({
          person: { id: staffId, name },
          on: votedOn,
          vote,
          counts,
          comment: comment || undefined,
        })),
        comments: comments.map(({ staffId, name, comment, commentedOn }) => ({
          person: { id: staffId, name },
          on: commentedOn,
          text: comment,
        })),
        mayWithdraw: shown.mayWithdraw,
        mayProposeAnew: shown.mayProposeAnew,
        result: result ?? undefined,
      }
    },

    vote: ({ proof, ...input }, caller) => performOnce(door, caller, voteOnProposal, input, proof),
    withdraw: (input, caller) => performOnce(door, caller, withdrawProposal, input),
    comment: (input, caller) => performOnce(door, caller, commentOnProposal, input),
    proposeAnew: (input, caller) => performOnce(door, caller, renewProposal, input),

    async listEmergencies(_request, { perform }) {
      const emergencies = await perform(listEmergencies, {})
      return {
        rows: emergencies.map(({ happenedOn, about: _about, ...emergency }) => ({
          ...emergency,
          on: happenedOn,
        })),
      }
    },
  }
}

type Listed = Awaited<ReturnType<typeof listProposals.run>>['proposals'][number]

export function shownProposal(one: Listed) {
  return {
    number: one.number,
    act: one.act,
    state: one.state,
    maker: { id: one.makerId ?? undefined, name: one.makerName },
    reason: one.reason,
    madeOn: one.madeOn,
    expiresOn: one.expiresOn,
    endedOn: one.endedOn ?? undefined,
    agent: one.agent,
    touches: one.touches,
    approvals: one.approvals,
    quorum: one.quorum,
    voteBar: one.voteBar,
  }
}
