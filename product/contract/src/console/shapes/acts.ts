import { Type } from 'typebox'

import { rights, type ActName } from '../acts.ts'

const name = Type.Enum(Object.keys(rights) as ActName[])
/** The input of any act. The server checks the input against the shape of the act that `name` gives. */
const input = Type.Record(Type.String(), Type.Unknown())

export const actShapes = {
  /** This call needs the header Idempotency-Key. A repeat with the same key and content gets the first answer. */
  doAct: {
    request: Type.Object({
      name,
      input,
      /** The reason, which the trail keeps and the second person reads. Needed to propose an act, and for some acts alone. */
      reason: Type.Optional(Type.String({ maxLength: 1_000 })),
      /** The proof of who acts; only for an act that needs a fresh proof. */
      proof: Type.Optional(Type.String({ maxLength: 100 })),
    }),
    answer: Type.Union([
      Type.Object({ done: Type.Literal(true), changed: Type.Boolean() }),
      Type.Object({ proposal: Type.Integer({ minimum: 1 }) }),
    ]),
  },
  planAct: {
    request: Type.Object({ name, input }),
    answer: Type.Object({
      /** The number of agents that the act would affect. */
      reach: Type.Integer({ minimum: 0 }),
      /** Tells whether the person may do the act alone, may only propose it, or neither. */
      permission: Type.Enum(['do', 'propose', 'nothing']),
      needsProof: Type.Boolean(),
    }),
  },
}
