import { Type } from 'typebox'

import { longestComment } from '../../limits.ts'
import { rights, staffRoles, type ActName } from '../acts.ts'
import { proposalEffects, proposalFields } from '../proposal-changes.ts'
import { id, limit, moment } from './common.ts'

/** The states of a proposal. The state `applied` and all states after it are final. */
export const proposalStates = [
  'open',
  'approved',
  'applying',
  'applied',
  'rejected',
  'withdrawn',
  'expired',
  'conflicted',
  'failed',
] as const
export type ProposalState = (typeof proposalStates)[number]

/** The lists of proposals: those that the person may vote on, the person's own, all open ones, and all ended ones. */
export const proposalLists = ['waiting', 'mine', 'open', 'ended'] as const

/** The reasons why the person who asks may not vote. */
export const voteBars = ['role', 'own', 'voted', 'over'] as const

export const votes = ['approve', 'deny'] as const

const text = Type.String({ minLength: 1, maxLength: longestComment })
const number = Type.Integer({ minimum: 1 })
const contentHash = Type.String({ pattern: '^[0-9a-f]{64}$' })
const actName = Type.Enum(Object.keys(rights) as ActName[])
const state = Type.Enum([...proposalStates])
const role = Type.Enum([...staffRoles])
const person = Type.Object({ id: Type.Optional(id), name: Type.String() })
/** An agent with a masked mobile number. An erased agent has an empty name and an empty mobile number. */
const agent = Type.Object({ id, name: Type.String(), mobile: Type.String() })
const said = { person, on: moment, comment: Type.Optional(Type.String()) }

export const proposalRow = {
  number,
  act: actName,
  state,
  maker: person,
  reason: Type.String(),
  madeOn: moment,
  expiresOn: moment,
  endedOn: Type.Optional(moment),
  /** The agent, if the proposal concerns only one agent. */
  agent: Type.Optional(agent),
  /** The number of rows that the proposal affects. */
  touches: Type.Integer({ minimum: 0 }),
  approvals: Type.Integer({ minimum: 0 }),
  quorum: Type.Integer({ minimum: 1 }),
  /** Missing if the person who asks may vote. */
  voteBar: Type.Optional(Type.Enum([...voteBars])),
}

export const proposalShapes = {
  listProposals: {
    request: Type.Object({
      list: Type.Enum([...proposalLists]),
      after: Type.Optional(Type.String()),
      limit,
    }),
    answer: Type.Object({ rows: Type.Array(Type.Object(proposalRow)), next: Type.Optional(Type.String()) }),
  },
  getProposal: {
    request: Type.Object({ number }),
    answer: Type.Object({
      ...proposalRow,
      contentHash,
      /** The changes of fields, each with the number of rows that it affects. */
      changes: Type.Array(
        Type.Object({
          field: Type.Enum([...proposalFields]),
          now: Type.String(),
          becomes: Type.String(),
          rows: Type.Integer({ minimum: 1 }),
        }),
      ),
      /** The side effects of the act with their counts, such as the number of sessions that end. */
      effect: Type.Partial(Type.Record(Type.Enum([...proposalEffects]), Type.Integer())),
      /** At most 200 affected rows. `moved` is true if the row has changed since the proposal. Staff have no mobile. */
      touched: Type.Array(
        Type.Object({
          kind: Type.Enum(['agent', 'staff']),
          id,
          name: Type.String(),
          mobile: Type.String(),
          moved: Type.Boolean(),
        }),
      ),
      hasMoved: Type.Boolean(),
      /** The import whose lines the proposal decides on; only for the act agent.import. */
      import: Type.Optional(id),
      /** The numbers of the other proposals that have not ended and affect at least one row of `touched`. */
      others: Type.Array(number),
      approvers: Type.Array(role),
      isJob: Type.Boolean(),
      votes: Type.Array(
        Type.Object({
          ...said,
          vote: Type.Enum([...votes]),
          /** False for an approval if this person has lost the role, or the account, since the vote. */
          counts: Type.Boolean(),
        }),
      ),
      comments: Type.Array(Type.Object({ person, on: moment, text: Type.String() })),
      mayWithdraw: Type.Boolean(),
      mayProposeAnew: Type.Boolean(),
      result: Type.Optional(Type.String()),
    }),
  },
  vote: {
    request: Type.Object({
      number,
      vote: Type.Enum([...votes]),
      /** The `contentHash` of the proposal as the voter saw it. The server refuses a vote with another hash. */
      contentHash,
      /** A vote to deny needs a comment. */
      comment: Type.Optional(text),
      proof: Type.Optional(Type.String()),
    }),
    answer: Type.Object({ state, result: Type.Optional(Type.String()) }),
  },
  withdraw: { request: Type.Object({ number }), answer: Type.Object({ state }) },
  comment: { request: Type.Object({ number, text }), answer: Type.Object({}) },
  proposeAnew: {
    request: Type.Object({ number, reason: text }),
    answer: Type.Object({ proposal: number }),
  },
  listEmergencies: {
    request: Type.Object({}),
    answer: Type.Object({
      rows: Type.Array(
        Type.Object({
          number,
          act: actName,
          actor: Type.String(),
          reason: Type.String(),
          on: moment,
          agent: Type.Optional(agent),
        }),
      ),
    }),
  },
}
