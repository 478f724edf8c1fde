import { listEmergencies } from '../../acts/four-eyes.ts'
import { commentOnProposal, proposeAnew, voteOnProposal, withdrawProposal } from '../../acts/proposals.ts'
import { listProposals, showProposal } from '../../acts/show-proposals.ts'
import type { ConsoleContext, ConsoleHandlers } from '../handler-types.ts'
import { defaultPageSize } from '../paging.ts'
import { performOnce } from './acts.ts'

export function proposalHandlers(ctx: ConsoleContext) {
  return {
    async listProposals({ list, after, limit = defaultPageSize }, { perform }) {
      const before = after === undefined ? undefined : Number(after)
      const { proposals, isMore } = await perform(listProposals, { list, limit, before })
      const last = isMore ? proposals.at(-1) : undefined
      return { rows: proposals.map(one => withMaker(one)), next: last && String(last.number) }
    },

    async getProposal({ number }, { perform }) {
      const { votes, comments, ...proposal } = await perform(showProposal, { number })
      return {
        ...withMaker(proposal),
        votes: votes.map(({ staffId: id, name, votedOn: on, comment, ...cast }) => ({
          ...cast,
          person: { id, name },
          on,
          comment: comment === '' ? undefined : comment,
        })),
        comments: comments.map(({ staffId: id, name, comment: text, commentedOn: on }) => ({
          person: { id, name },
          on,
          text,
        })),
      }
    },

    vote: ({ proof, ...input }, caller) => performOnce(ctx, caller, voteOnProposal, input, proof),
    withdraw: (input, caller) => performOnce(ctx, caller, withdrawProposal, input),
    comment: (input, caller) => performOnce(ctx, caller, commentOnProposal, input),
    proposeAnew: (input, caller) => performOnce(ctx, caller, proposeAnew, input),

    async listEmergencies(_request, { perform }) {
      const emergencies = await perform(listEmergencies, {})
      return { rows: emergencies.map(({ happenedOn: on, ...emergency }) => ({ ...emergency, on })) }
    },
  } satisfies Partial<ConsoleHandlers>
}

export function withMaker<Listed extends { makerId: string | null; makerName: string }>(proposal: Listed) {
  return { ...proposal, maker: { id: proposal.makerId, name: proposal.makerName } }
}
