import { Type } from 'typebox'

import { unverifiedCodes } from '../../refusals.ts'
import { orderVerdicts } from '../order-verdicts.ts'

const Uuid = Type.String({ format: 'uuid' })
const Moment = Type.String({ format: 'date-time' })
const Maybe = Type.Optional
const Code = Type.Enum(['', ...unverifiedCodes], { description: "Why not verified; '' otherwise" })

export const shownStatuses = ['INIT', 'SUBMITTING', 'EXPIRED', 'KYC_SUCCESS', 'KYC_FAILURE'] as const
const Status = Type.Enum([...shownStatuses])

/** An agent as another noun names it; without a name, the agent was erased. */
const NamedAgent = Type.Object({ id: Uuid, name: Maybe(Type.String()) })

/** An order as lists have it. */
export const ListedOrder = Type.Object({
  id: Uuid,
  reference: Type.String(),
  status: Status,
  verdict: Type.Enum([...orderVerdicts]),
  code: Code,
  createdOn: Moment,
  completedOn: Maybe(Moment),
  transactionId: Maybe(Type.String()),
  agent: NamedAgent,
  model: Maybe(Type.String()),
})

/** The steps of an order, in the order in which they happen. */
export const orderSteps = [
  'checked',
  'consented',
  'captured',
  'claimed',
  'fetched',
  'asked',
  'answered',
  'settled',
  'expired',
  'event_written',
  'event_tried',
  'event_delivered',
  'event_given_up',
] as const

/** One step; what it does not know, it leaves out. Orders of earlier versions have no moments between claim and verdict. */
const Step = Type.Object({
  step: Type.Enum([...orderSteps]),
  at: Moment,
  tookMs: Maybe(Type.Integer({ description: 'How long the step itself took' })),
  isGood: Type.Boolean(),
  /** consented */
  version: Maybe(Type.String()),
  language: Maybe(Type.String()),
  /** captured */
  model: Maybe(Type.String()),
  driver: Maybe(Type.String()),
  /** claimed, settled */
  server: Maybe(Type.String()),
  /** answered, settled: the authority's number, or our word */
  code: Maybe(Type.String()),
  /** Where an audit row tells the step: its place in the sealed trail. */
  auditPosition: Maybe(Type.Integer()),
  /** event_…: how often it was tried, and the last failure */
  tries: Maybe(Type.Integer()),
  failure: Maybe(Type.String()),
  nextTryOn: Maybe(Moment),
})

export const orderShapes = {
  /** Orders of an agent, a reference, a device model or a day: at least one of them is named. */
  listOrders: {
    request: Type.Object({
      agent: Maybe(Uuid),
      reference: Maybe(Type.String({ minLength: 1, maxLength: 100 })),
      model: Maybe(Type.String({ minLength: 1, maxLength: 64 })),
      day: Maybe(Type.String({ format: 'date', description: 'A day of India' })),
      status: Maybe(Status),
      after: Maybe(Type.String({ maxLength: 400 })),
      limit: Maybe(Type.Enum([50, 100, 200])),
    }),
    answer: Type.Object({
      rows: Type.Array(ListedOrder),
      next: Maybe(Type.String()),
      lookedUntil: Maybe(
        Type.String({ format: 'date-time', description: 'Looked through back to here; `next` goes on' }),
      ),
      completeSince: Maybe(
        Type.String({
          format: 'date-time',
          description: 'Orders of this reference from before may be missing',
        }),
      ),
    }),
  },
  getOrder: {
    request: Type.Object({ id: Uuid }),
    answer: Type.Object({
      ...ListedOrder.properties,
      expiresOn: Moment,
      /** What happened, as the order keeps it, and what to say to the agent. */
      words: Type.String(),
      tell: Type.String(),
      authority: Maybe(
        Type.Object({
          source: Type.Enum(['authentication', 'kyc']),
          code: Type.String(),
          action: Type.String(),
        }),
      ),
      timeline: Type.Array(Step),
      device: Maybe(
        Type.Object({
          model: Type.String(),
          maker: Type.String(),
          service: Type.String(),
          driver: Type.String(),
          level: Maybe(Type.Enum(['L0', 'L1'])),
          unit: Maybe(Type.String({ description: 'Keyed hash of the device, 32 hexadecimal digits' })),
          certificateEndsOn: Maybe(Moment),
        }),
      ),
      names: Type.Object({
        order: Uuid,
        transaction: Maybe(Type.String()),
        answer: Maybe(Type.String({ description: "The authority's own code of its answer" })),
        request: Maybe(Type.String()),
        trace: Maybe(Type.String()),
      }),
      sameReference: Type.Object({
        orders: Type.Array(ListedOrder),
        failuresToday: Type.Integer(),
        failuresAllowed: Type.Integer(),
        hasSucceeded: Type.Boolean(),
        completeSince: Maybe(Moment),
      }),
    }),
  },
}
