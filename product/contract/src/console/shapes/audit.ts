import { Type } from 'typebox'

import { actorKinds } from '../audit-kinds.ts'
import { id, limit, looks, moment, readableMoment } from './common.ts'

const word = Type.Optional(Type.String({ minLength: 1, maxLength: 100 }))

const row = {
  id,
  /** The row's place in the audit chain. A new row gets its place within seconds. */
  position: Type.Optional(Type.Integer({ minimum: 1 })),
  happenedOn: moment,
  actorKind: Type.Enum([...actorKinds]),
  /** The name of the person or program that acted, with masked mobile numbers. */
  actor: Type.String(),
  action: Type.String(),
  subject: Type.String(),
  outcome: Type.String(),
  agentId: Type.Optional(id),
  requestId: Type.Optional(Type.String()),
  traceId: Type.Optional(Type.String()),
  address: Type.Optional(Type.String()),
}

const timeRange = {
  /** The start of the time range, at most 31 days before `to`; by default 31 days before `to`. */
  from: Type.Optional(readableMoment),
  /** The end of the time range; by default the present moment. */
  to: Type.Optional(readableMoment),
}
const position = Type.Integer({ minimum: 0 })

export const auditShapes = {
  getChain: {
    request: Type.Object({}),
    answer: Type.Object({
      /** The newest head of the chain; absent while no row is sealed. */
      sealed: Type.Optional(Type.Object({ position, on: moment })),
      /** The last verification that somebody has asked for in the console. */
      verification: Type.Optional(
        Type.Object({
          askedBy: Type.String(),
          askedOn: moment,
          /** The row that the verification has come to. */
          position,
          /** The problems of the chain, in the words of `admin audit verify`; absent while the verification runs. */
          problems: Type.Optional(Type.Array(Type.String())),
        }),
      ),
    }),
  },
  /** Asks a server to verify the whole chain, as `admin audit verify` does. Only servers have the keys for it. */
  verifyAudit: { request: Type.Object({}), answer: Type.Object({}) },
  /**
   * Exports the rows of a time range as JSON lines with masked mobile numbers. The last line is the newest signed head,
   * by which `admin audit verify --export` later proves that the chain is the same.
   */
  exportAudit: { request: Type.Object(timeRange), answer: Type.String() },
  listAudit: {
    request: Type.Object({
      ...timeRange,
      kind: Type.Optional(Type.Enum([...actorKinds])),
      /** The actor's name in the audit trail, or a part of the name. */
      actor: word,
      /** The name of an action, or the beginning of several names: `agent.` */
      action: word,
      agent: Type.Optional(id),
      outcome: word,
      request: word,
      trace: word,
      address: word,
      looks,
      after: Type.Optional(Type.String()),
      limit,
    }),
    answer: Type.Object({
      rows: Type.Array(Type.Object(row)),
      next: Type.Optional(Type.String()),
      /** The moment back to which the server has searched, if the page is not full. `next` continues the search. */
      lookedUntil: Type.Optional(moment),
    }),
  },
  getAuditRow: {
    request: Type.Object({ position: Type.Integer({ minimum: 1 }) }),
    answer: Type.Object({
      ...row,
      /** `seal` is the seal of the chain up to this row; `mac` is the MAC of this row's writer. Both are in hex. */
      seal: Type.String(),
      mac: Type.Optional(Type.String()),
    }),
  },
}
