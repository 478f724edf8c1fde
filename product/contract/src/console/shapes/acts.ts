import { Type } from 'typebox'

import { rights, type ActName } from '../acts.ts'

const name = Type.Enum(Object.keys(rights) as ActName[])
/** Each act has a shape of its own, which the server checks when it knows the act. */
const input = Type.Record(Type.String(), Type.Unknown())

export const actShapes = {
  /** Takes the header Idempotency-Key: the same key with the same content gets the same answer. */
  doAct: {
    request: Type.Object({
      name,
      input,
      /** For the second person, if the act needs one. */
      reason: Type.Optional(Type.String({ maxLength: 1_000 })),
      /** For an act that needs a fresh proof of who acts. */
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
      /** The number of agents that the act would touch. */
      reach: Type.Integer({ minimum: 0 }),
      /** The right of the person to it. */
      permission: Type.Enum(['do', 'propose', 'nothing']),
      needsProof: Type.Boolean(),
    }),
  },
}
