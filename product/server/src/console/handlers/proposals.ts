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
      return { rows: proposals.map(shownProposal), ...(last && { next: String(last.number) }) }
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
        ...(shown.import !== undefined && { import: shown.import }),
        others: shown.others,
        approvers: shown.approvers,
        isJob: shown.isJob,
        votes: votes.map(({ staffId, name, votedOn, vote, counts, comment }) => ({
          person: { id: staffId, name },
          on: votedOn.toISOString(),
          vote,
          counts,
          ...(comment !== '' && { comment }),
        })),
        comments: comments.map(({ staffId, name, comment, commentedOn }) => ({
          person: { id: staffId, name },
          on: commentedOn.toISOString(),
          text: comment,
        })),
        mayWithdraw: shown.mayWithdraw,
        mayProposeAnew: shown.mayProposeAnew,
        ...(result !== null && { result }),
      }
    },

    vote: ({ proof, ...input }, caller) => performOnce(door, caller, voteOnProposal, input, proof),
    withdraw: (input, caller) => performOnce(door, caller, withdrawProposal, input),
    comment: (input, caller) => performOnce(door, caller, commentOnProposal, input),
    proposeAnew: (input, caller) => performOnce(door, caller, renewProposal, input),

    async listEmergencies(_request, { perform }) {
      const emergencies = await perform(listEmergencies, {})
      return {
        rows: emergencies.map(({ number, act, actor, reason, happenedOn, agent }) => ({
          number,
          act,
          actor,
          reason,
          on: happenedOn.toISOString(),
          ...(agent && { agent }),
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
    maker: { ...(one.makerId !== null && { id: one.makerId }), name: one.makerName },
    reason: one.reason,
    madeOn: one.madeOn.toISOString(),
    expiresOn: one.expiresOn.toISOString(),
    ...(one.endedOn && { endedOn: one.endedOn.toISOString() }),
    ...(one.agent && { agent: one.agent }),
    touches: one.touches,
    approvals: one.approvals,
    quorum: one.quorum,
    ...(one.voteBar && { voteBar: one.voteBar }),
  }
}
