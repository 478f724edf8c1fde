import { Type } from 'typebox'

import { agentName, count, moment, nullable, page, pageRequest } from './common.ts'

const text = Type.String()
const model = Type.String({ minLength: 1, maxLength: 64 })
/** A keyed hash that identifies a device. */
const unit = Type.String({ pattern: '^[0-9a-f]{32}$' })

/** The numbers of verified and failed orders in the last 30 days, and the moment of the last use. */
const verdicts = { verified: count, failed: count, lastSeenOn: moment }

const listedModel = {
  model: text,
  makers: Type.Array(text),
  /** The level of the model in the bank's registry. */
  level: nullable(Type.Enum(['L0', 'L1'])),
  /** True if the bank's registry lists the model; null if the bank has no registry and accepts any certified device. */
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
  /** The agent who used the device last. */
  agent: agentName,
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
  /** Lists one model's devices, last used first. Without `model`, lists all, earliest end of certificate first. */
  listUnits: {
    request: Type.Object({ ...pageRequest, model: Type.Optional(model) }),
    answer: page(listedUnit),
  },
  getUnit: { request: Type.Object({ unit }), answer: listedUnit },
}
