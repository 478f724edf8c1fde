import { Type } from 'typebox'

import { actorKinds } from '../audit-kinds.ts'

const moment = Type.String({ format: 'date-time' })
const id = Type.String({ format: 'uuid' })
const word = Type.Optional(Type.String({ minLength: 1, maxLength: 100 }))

const row = {
  id,
  /** Its place in the chain; the newest rows get theirs within seconds. */
  position: Type.Optional(Type.Integer({ minimum: 1 })),
  happenedOn: moment,
  actorKind: Type.Enum([...actorKinds]),
  /** Mobiles are masked. */
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
      /** At most 31 days before `to`, and so long unless given. */
      from: Type.Optional(moment),
      /** Now unless given. */
      to: Type.Optional(moment),
      kind: Type.Optional(Type.Enum([...actorKinds])),
      /** The person as the trail names them, or a part of it. */
      actor: word,
      /** A name, or the start of several: `agent.` */
      action: word,
      agent: Type.Optional(id),
      outcome: word,
      request: word,
      trace: word,
      address: word,
      after: Type.Optional(Type.String()),
      limit: Type.Optional(Type.Union([Type.Literal(50), Type.Literal(100), Type.Literal(200)])),
    }),
    answer: Type.Object({
      rows: Type.Array(Type.Object(row)),
      next: Type.Optional(Type.String()),
      /** The moment back to which rows were looked through, where there may be more: `next` goes on. */
      lookedUntil: Type.Optional(moment),
    }),
  },
  getAuditRow: {
    request: Type.Object({ position: Type.Integer({ minimum: 1 }) }),
    answer: Type.Object({
      ...row,
      /** Each in hex: the seal of the chain up to this row, and the MAC of its writer. */
      seal: Type.String(),
      mac: Type.Optional(Type.String()),
      writer: Type.Optional(Type.String()),
    }),
  },
}
