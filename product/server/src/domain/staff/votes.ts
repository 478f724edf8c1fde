import { hash } from 'node:crypto'

import type { StaffRole } from '@ekyc/contract/console/acts'
import type { ProposalState, voteBars, votes } from '@ekyc/contract/console/shapes/proposals'

export type Vote = (typeof votes)[number]
export type VoteBarrier = (typeof voteBars)[number]

export type Proposal = {
  state: ProposalState
  /** True if the proposal has expired by the database's clock. */
  isOver: boolean
  contentHash: string
  quorum: number
  approvers: readonly string[]
  /** The ids of the maker's account and person. Both are null for an operator of the command line. */
  makerId: string | null
  makerPerson: string | null
}

export type Voter = {
  staffId: string
  /** The issuer and the person's id at the identity provider, or the account's own id if there is no provider. */
  person: string
  roles: readonly string[]
  isEnabled: boolean
}

export type CastVote = Voter & { vote: Vote; contentHash: string }

/** Tells whether a proposal in this state waits for votes or for its job. */
export function isProposalPending(state: ProposalState): boolean {
  return state === 'open' || state === 'approved' || state === 'applying'
}

/** Returns the reason why a person may not vote on a proposal, or undefined if the person may vote. */
export function voteBarrierOf(
  proposal: Proposal,
  voter: Voter,
  cast: readonly CastVote[],
): VoteBarrier | undefined {
  if (proposal.state !== 'open' || proposal.isOver) return 'over'
  if (voter.staffId === proposal.makerId || voter.person === proposal.makerPerson) return 'own'
  if (cast.some(({ staffId, person }) => staffId === voter.staffId || person === voter.person)) return 'voted'
  return mayApprove(proposal, voter) ? undefined : 'role'
}

export function mayApprove({ approvers }: Pick<Proposal, 'approvers'>, voter: Voter): boolean {
  return voter.isEnabled && voter.roles.some(role => approvers.includes(role))
}

export function countApprovals(proposal: Proposal, cast: readonly CastVote[]): number {
  const people = cast
    .filter(one => one.vote === 'approve' && one.contentHash === proposal.contentHash)
    .filter(one => mayApprove(proposal, one))
    .filter(one => one.staffId !== proposal.makerId && one.person !== proposal.makerPerson)
    .map(({ person }) => person)
  return new Set(people).size
}

/** Tells whether the maker may still propose. An operator of the command line (undefined) always may. */
export function mayStillPropose(maker: Voter | undefined, proposers: readonly StaffRole[]): boolean {
  return !maker || (maker.isEnabled && proposers.some(role => maker.roles.includes(role)))
}

/** Returns the hash of a proposal's content. A vote applies only to the content whose hash the vote names. */
export function proposalContentHash(content: string): string {
  return hash('sha256', content)
}
