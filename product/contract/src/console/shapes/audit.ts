import { Type } from 'typebox'

import { actorKinds } from '../audit-kinds.ts'
import { looks } from './common.ts'

const moment = Type.String({ format: 'date-time' })
const id = Type.String({ format: 'uuid' })
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

export const auditShapes = {
  listAudit: {
    request: Type.Object({
      /** The start of the time range, at most 31 days before `to`; by default 31 days before `to`. */
      from: Type.Optional(moment),
      /** The end of the time range; by default the present moment. */
      to: Type.Optional(moment),
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
      limit: Type.Optional(Type.Union([Type.Literal(50), Type.Literal(100), Type.Literal(200)])),
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
