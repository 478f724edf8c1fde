import { Type } from 'typebox'

import { unverifiedCodes } from '../../refusals.ts'
import { orderSteps, orderVerdicts, shownStatuses } from '../order-verdicts.ts'
import { agentName, count, id, moment, nullable, page, pageRequest } from './common.ts'

const text = Type.String()
const status = Type.Enum([...shownStatuses])

const listedOrder = {
  id,
  reference: text,
  status,
  verdict: Type.Enum([...orderVerdicts]),
  /** The reason why the customer was not verified; '' if there is no such reason. */
  code: Type.Enum(['', ...unverifiedCodes]),
  createdOn: moment,
  completedOn: nullable(moment),
  transactionId: nullable(text),
  agent: agentName,
  model: nullable(text),
}

/** One step of an order. Orders from earlier product versions have no steps between the claim and the verdict. */
const step = Type.Object({
  step: Type.Enum([...orderSteps]),
  at: moment,
  tookMs: Type.Optional(count),
  isGood: Type.Boolean(),
  /** The version and language of the consent text; only for the step `consented`. */
  version: Type.Optional(text),
  language: Type.Optional(text),
  /** The model and driver of the device; only for the step `captured`. */
  model: Type.Optional(text),
  driver: Type.Optional(text),
  /** The server that claimed the order; only for the step `claimed`. */
  server: Type.Optional(text),
  /** The authority's code or the product's own code; only for the steps `answered` and `settled`. */
  code: Type.Optional(text),
  /** The position, in the sealed audit trail, of the audit row that records the step. */
  auditPosition: Type.Optional(count),
  /** The number of tries, the last failure and the moment of the next try; only for steps event_… and told_…. */
  tries: Type.Optional(count),
  failure: Type.Optional(text),
  nextTryOn: Type.Optional(moment),
})

export const orderShapes = {
  /** Lists orders. A request needs at least one of agent, reference, model and day. */
  listOrders: {
    request: Type.Object({
      ...pageRequest,
      agent: Type.Optional(id),
      reference: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
      model: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
      /** A day in India. */
      day: Type.Optional(Type.String({ format: 'date' })),
      status: Type.Optional(status),
    }),
    answer: Type.Object({
      ...page(Type.Object(listedOrder)).properties,
      /** The moment back to which the server has searched. `next` continues the search. */
      lookedUntil: Type.Optional(moment),
    }),
  },
  getOrder: {
    request: Type.Object({ id }),
    answer: Type.Object({
      ...listedOrder,
      expiresOn: moment,
      authority: nullable(
        Type.Object({ source: Type.Enum(['authentication', 'kyc']), code: text, action: text }),
      ),
      timeline: Type.Array(step),
      device: nullable(
        Type.Object({
          model: text,
          maker: text,
          service: text,
          driver: text,
          /** The level of the model in the bank's registry. */
          level: nullable(Type.Enum(['L0', 'L1'])),
          unit: nullable(text),
          certificateEndsOn: nullable(moment),
        }),
      ),
      names: Type.Object({
        order: id,
        transaction: nullable(text),
        /** The code by which the authority identifies its answer. */
        answer: nullable(text),
        request: nullable(text),
        trace: nullable(text),
      }),
      sameReference: Type.Object({
        orders: Type.Array(Type.Object(listedOrder)),
        hasSucceeded: Type.Boolean(),
        failuresToday: count,
        failuresAllowed: count,
      }),
    }),
  },
}
