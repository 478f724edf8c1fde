import { Type } from 'typebox'

import { unverifiedCodes } from '../../refusals.ts'
import { orderSteps, orderVerdicts, shownStatuses } from '../order-verdicts.ts'
import { id, moment, nullable, page, pageRequest } from './common.ts'

const text = Type.String()
const count = Type.Integer({ minimum: 0 })
const status = Type.Enum([...shownStatuses])

const listedOrder = {
  id,
  reference: text,
  status,
  verdict: Type.Enum([...orderVerdicts]),
  /** The reason why the customer was not verified; '' otherwise. */
  code: Type.Enum(['', ...unverifiedCodes]),
  createdOn: moment,
  completedOn: nullable(moment),
  transactionId: nullable(text),
  /** The name is null after the agent was erased. */
  agent: Type.Object({ id, name: nullable(text) }),
  model: nullable(text),
}

/** A step leaves out what it does not know: orders of earlier versions have no moments between claim and verdict. */
const step = Type.Object({
  step: Type.Enum([...orderSteps]),
  at: moment,
  tookMs: Type.Optional(count),
  isGood: Type.Boolean(),
  /** consented */
  version: Type.Optional(text),
  language: Type.Optional(text),
  /** captured */
  model: Type.Optional(text),
  driver: Type.Optional(text),
  /** claimed */
  server: Type.Optional(text),
  /** answered, settled: the authority's number, or the product's word. */
  code: Type.Optional(text),
  /** The place in the sealed trail of the audit row that tells the step. */
  auditPosition: Type.Optional(count),
  /** event_… and told_…: how often it was tried, the last failure, and when it is tried again. */
  tries: Type.Optional(count),
  failure: Type.Optional(text),
  nextTryOn: Type.Optional(moment),
})

export const orderShapes = {
  /** Names at least one of agent, reference, model and day. */
  listOrders: {
    request: Type.Object({
      ...pageRequest,
      agent: Type.Optional(id),
      reference: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
      model: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
      /** An India day. */
      day: Type.Optional(Type.String({ format: 'date' })),
      status: Type.Optional(status),
    }),
    answer: Type.Object({
      ...page(Type.Object(listedOrder)).properties,
      /** The list was looked through back to here alone, and `next` goes on. */
      lookedUntil: Type.Optional(moment),
      /** Orders of this reference that were opened earlier may be missing. */
      completeSince: Type.Optional(moment),
    }),
  },
  getOrder: {
    request: Type.Object({ id }),
    answer: Type.Object({
      ...listedOrder,
      expiresOn: moment,
      /** The verdict in words as the order keeps it, and what to say to the agent. */
      words: text,
      tell: text,
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
          /** As the bank's registry says. */
          level: nullable(Type.Enum(['L0', 'L1'])),
          unit: nullable(text),
          certificateEndsOn: nullable(moment),
        }),
      ),
      names: Type.Object({
        order: id,
        transaction: nullable(text),
        /** The authority's own code of its answer. */
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
