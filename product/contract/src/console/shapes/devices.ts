import { Type } from 'typebox'

const Moment = Type.String({ format: 'date-time' })
const Maybe = Type.Optional
const Model = Type.String({ minLength: 1, maxLength: 64 })
const Unit = Type.String({ pattern: '^[0-9a-f]{32}$', description: 'Keyed hash of the device' })
const after = Maybe(Type.String({ maxLength: 400 }))
const limit = Maybe(Type.Enum([50, 100, 200]))

const shares = {
  verified: Type.Integer({ description: 'Orders of the last 30 days' }),
  failed: Type.Integer(),
  lastSeenOn: Moment,
}

const Driver = Type.Object({ maker: Type.String(), service: Type.String(), driver: Type.String(), ...shares })

const ListedModel = Type.Object({
  model: Type.String(),
  makers: Type.Array(Type.String()),
  level: Maybe(Type.Enum(['L0', 'L1'])),
  /** Absent where the bank has no registry, and so takes every certified device. */
  isRegistered: Maybe(Type.Boolean()),
  newestDriver: Type.String(),
  drivers: Type.Integer(),
  ...shares,
})

const ListedUnit = Type.Object({
  unit: Unit,
  model: Type.String(),
  maker: Type.String(),
  service: Type.String(),
  driver: Type.String(),
  agent: Type.Object({ id: Type.String({ format: 'uuid' }), name: Maybe(Type.String()) }),
  firstSeenOn: Moment,
  lastSeenOn: Moment,
  certificateEndsOn: Moment,
})

export const deviceShapes = {
  listModels: {
    request: Type.Object({}),
    answer: Type.Object({ rows: Type.Array(ListedModel), hasRegistry: Type.Boolean() }),
  },
  getModel: {
    request: Type.Object({ model: Model }),
    answer: Type.Object({ ...ListedModel.properties, versions: Type.Array(Driver) }),
  },
  /** The units of a model by last use, or all by the end of their certificates. */
  listUnits: {
    request: Type.Object({ model: Maybe(Model), after, limit }),
    answer: Type.Object({ rows: Type.Array(ListedUnit), next: Maybe(Type.String()) }),
  },
  getUnit: { request: Type.Object({ unit: Unit }), answer: ListedUnit },
}
