import { Type } from 'typebox'

import { rights, staffRoles, type ActName } from '../acts.ts'

/** The states of a proposal; those from `applied` on are its ends. */
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

/** The lists of proposals: those that the person may vote on, the person's own, all that go on, and all that ended. */
export const proposalLists = ['waiting', 'mine', 'open', 'ended'] as const

/** Says why the person who asks may not vote. */
export const voteBars = ['role', 'own', 'voted', 'over'] as const

export const votes = ['approve', 'deny'] as const

/** The comment of a person, and the reason of a proposal. */
export const longestComment = 1_000

const id = Type.String({ format: 'uuid' })
const moment = Type.String({ format: 'date-time' })
const text = Type.String({ minLength: 1, maxLength: longestComment })
const number = Type.Integer({ minimum: 1 })
/** The fresh proof of who acts. */
const proof = Type.Optional(Type.String())
const contentHash = Type.String({ pattern: '^[0-9a-f]{64}$' })
const actName = Type.Enum(Object.keys(rights) as ActName[])
const state = Type.Enum([...proposalStates])
const role = Type.Enum([...staffRoles])
const person = Type.Object({ id: Type.Optional(id), name: Type.String() })
/** A mobile is masked; an erased agent has neither name nor mobile. */
const agent = Type.Object({ id, name: Type.String(), mobile: Type.String() })
const said = { person, on: moment, comment: Type.Optional(Type.String()) }

const row = {
  number,
  act: actName,
  state,
  maker: person,
  reason: Type.String(),
  madeOn: moment,
  expiresOn: moment,
  endedOn: Type.Optional(moment),
  /** The agent, where it concerns one alone. */
  agent: Type.Optional(agent),
  /** The number of rows that it touches. */
  touches: Type.Integer({ minimum: 0 }),
  approvals: Type.Integer({ minimum: 0 }),
  quorum: Type.Integer({ minimum: 1 }),
  /** Missing where the person who asks may vote. */
  voteBar: Type.Optional(Type.Enum([...voteBars])),
}

export const proposalShapes = {
  listProposals: {
    request: Type.Object({
      list: Type.Enum([...proposalLists]),
      after: Type.Optional(Type.String()),
      limit: Type.Optional(Type.Union([Type.Literal(50), Type.Literal(100), Type.Literal(200)])),
    }),
    answer: Type.Object({ rows: Type.Array(Type.Object(row)), next: Type.Optional(Type.String()) }),
  },
  getProposal: {
    request: Type.Object({ number }),
    answer: Type.Object({
      ...row,
      contentHash,
      /** Each change of a field, with the number of rows that it reaches. */
      changes: Type.Array(
        Type.Object({
          field: Type.String(),
          now: Type.String(),
          becomes: Type.String(),
          rows: Type.Integer({ minimum: 1 }),
        }),
      ),
      /** Counts by name, such as the sessions that end. */
      effect: Type.Record(Type.String(), Type.Integer()),
      /** The first rows that it touches, at most 200; `moved` if the row has changed since. A person has no mobile. */
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
      /** Other proposals that go on and touch one of these agents. */
      others: Type.Array(number),
      approvers: Type.Array(role),
      isJob: Type.Boolean(),
      votes: Type.Array(
        Type.Object({
          ...said,
          vote: Type.Enum([...votes]),
          /** False if this person has lost the role, or the account, since. */
          counts: Type.Boolean(),
        }),
      ),
      comments: Type.Array(Type.Object({ person, on: moment, text: Type.String() })),
      mayWithdraw: Type.Boolean(),
      mayProposeAnew: Type.Boolean(),
      /** Says how it ended, in words. */
      result: Type.Optional(Type.String()),
    }),
  },
  vote: {
    request: Type.Object({
      number,
      vote: Type.Enum([...votes]),
      /** The content that the person has seen. */
      contentHash,
      /** A deny needs one. */
      comment: Type.Optional(text),
      proof,
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
          acknowledgedBy: Type.Array(Type.Object({ person, on: moment })),
        }),
      ),
    }),
  },
  acknowledgeEmergency: {
    request: Type.Object({ number, proof }),
    answer: Type.Object({ isOver: Type.Boolean() }),
  },
}
