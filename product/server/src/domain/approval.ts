import { hash } from 'node:crypto'

import type { StaffRole } from '@ekyc/contract/console/acts'
import type { ProposalState, voteBars, votes } from '@ekyc/contract/console/shapes/proposals'

export type Vote = (typeof votes)[number]
export type VoteBar = (typeof voteBars)[number]

/** The part of a proposal that the rules read. */
export type Proposal = {
  state: ProposalState
  /** Tells whether its time is over, by the database's clock. */
  isOver: boolean
  contentHash: string
  quorum: number
  /** The roles whose votes count. */
  approvers: readonly string[]
  /** The account and the person who made it; null for an operator of the command line. */
  makerId: string | null
  makerPerson: string | null
}

/** A person of the staff as the database knows them now. */
export type Standing = {
  staffId: string
  /** Stays the same if the person has two accounts: the provider's own name of the person. */
  person: string
  roles: readonly string[]
  isEnabled: boolean
}

export type CastVote = Standing & { vote: Vote; contentHash: string }

const ways: Partial<Record<ProposalState, readonly ProposalState[]>> = {
  open: ['approved', 'applied', 'rejected', 'withdrawn', 'expired', 'conflicted', 'failed'],
  approved: ['applying', 'applied', 'conflicted', 'failed'],
  applying: ['applied', 'failed'],
}

export function mayBecome(from: ProposalState, to: ProposalState): boolean {
  return ways[from]?.includes(to) ?? false
}

/** The states in which a proposal waits for votes, or for its job. */
export function goesOn(state: ProposalState): boolean {
  return ways[state] !== undefined
}

/** Says why a person may not vote on this proposal; nothing where they may. */
export function voteBarOf(
  proposal: Proposal,
  voter: Standing,
  cast: readonly CastVote[],
): VoteBar | undefined {
  if (proposal.state !== 'open' || proposal.isOver) return 'over'
  if (voter.staffId === proposal.makerId || voter.person === proposal.makerPerson) return 'own'
  if (cast.some(({ staffId, person }) => staffId === voter.staffId || person === voter.person)) return 'voted'
  return mayApprove(proposal, voter) ? undefined : 'role'
}

/** Tells whether the voter is of the staff now, and has a role that approves. */
export function mayApprove({ approvers }: Pick<Proposal, 'approvers'>, voter: Standing): boolean {
  return voter.isEnabled && voter.roles.some(role => approvers.includes(role))
}

/** Counts the people whose approval of this content counts now. */
export function approvalsOf(proposal: Proposal, cast: readonly CastVote[]): number {
  const people = cast
    .filter(one => one.vote === 'approve' && one.contentHash === proposal.contentHash)
    .filter(one => mayApprove(proposal, one))
    .filter(one => one.staffId !== proposal.makerId && one.person !== proposal.makerPerson)
    .map(({ person }) => person)
  return new Set(people).size
}

/** Tells whether the maker may still propose; an operator of the command line always may. */
export function makerStands(maker: Standing | undefined, proposers: readonly StaffRole[]): boolean {
  return !maker || (maker.isEnabled && proposers.some(role => maker.roles.includes(role)))
}

/** Names a content: a vote is for the content of one hash. */
export function contentHashOf(content: string): string {
  return hash('sha256', content)
}
