import { Type } from 'typebox'

import { id, moment, nullable, page, pageRequest } from './common.ts'

const text = Type.String()
const count = Type.Integer({ minimum: 0 })
const model = Type.String({ minLength: 1, maxLength: 64 })
/** A keyed hash of the device. */
const unit = Type.String({ pattern: '^[0-9a-f]{32}$' })

/** Verdicts of the last 30 days. */
const verdicts = { verified: count, failed: count, lastSeenOn: moment }

const listedModel = {
  model: text,
  makers: Type.Array(text),
  /** As the bank's registry says. */
  level: nullable(Type.Enum(['L0', 'L1'])),
  /** Null where the bank has no registry, and so takes every certified device. */
  isRegistered: nullable(Type.Boolean()),
  newestDriver: text,
  ...verdicts,
}

const listedUnit = Type.Object({
  unit,
  model: text,
  maker: text,
  service: text,
  driver: text,
  /** The last agent; the name is null after the agent was erased. */
  agent: Type.Object({ id, name: nullable(text) }),
  firstSeenOn: moment,
  lastSeenOn: moment,
  certificateEndsOn: moment,
})

export const deviceShapes = {
  listModels: {
    request: Type.Object({}),
    answer: Type.Object({ rows: Type.Array(Type.Object(listedModel)) }),
  },
  getModel: {
    request: Type.Object({ model }),
    answer: Type.Object({
      ...listedModel,
      versions: Type.Array(Type.Object({ maker: text, service: text, driver: text, ...verdicts })),
    }),
  },
  /** Of a model, the last used first; of all models, the first end of a certificate first. */
  listUnits: {
    request: Type.Object({ ...pageRequest, model: Type.Optional(model) }),
    answer: page(listedUnit),
  },
  getUnit: { request: Type.Object({ unit }), answer: listedUnit },
}
