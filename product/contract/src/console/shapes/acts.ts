import { Type } from 'typebox'

import { rights } from '../acts.ts'

const name = Type.Enum(Object.keys(rights))
/** Each act has a shape of its own, which the server checks when it knows the act. */
const input = Type.Record(Type.String(), Type.Unknown())

export const actShapes = {
  /** Takes the header Idempotency-Key: the same key with the same content gets the same answer. */
  doAct: {
    request: Type.Object({
      name,
      input,
      /** For the second person, if the act needs one. */
      reason: Type.Optional(Type.String({ maxLength: 500 })),
    }),
    answer: Type.Union([
      Type.Object({ done: Type.Literal(true), changed: Type.Boolean() }),
      Type.Object({ proposal: Type.Integer({ minimum: 1 }) }),
    ]),
  },
  planAct: {
    request: Type.Object({ name, input }),
    answer: Type.Object({
      /** The number of agents that the act would touch. */
      reach: Type.Integer({ minimum: 0 }),
      /** What the person may do about it. */
      permission: Type.Enum(['do', 'propose', 'nothing']),
      needsProof: Type.Boolean(),
      /** What would become of what, one entry a field or line; at most 200. */
      diff: Type.Array(
        Type.Object({
          of: Type.String(),
          field: Type.String(),
          now: Type.Optional(Type.String()),
          becomes: Type.Optional(Type.String()),
        }),
        { maxItems: 200 },
      ),
    }),
  },
}
