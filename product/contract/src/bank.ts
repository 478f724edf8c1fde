import { Type, type Static } from 'typebox'

import { storedReasons } from './exceptions.ts'
import { referenceMaxLength } from './limits.ts'
import { unverifiedCodes } from './refusals.ts'

/**
 * The JSON that the server and the partner bank exchange over HTTP. docs/integration.md describes the exchange. Both
 * sides accept and ignore additional fields.
 */

const Moment = (description: string) =>
  Type.String({ format: 'date-time', description: `${description}; ISO 8601, UTC, milliseconds` })

const Reference = Type.String({
  minLength: 1,
  maxLength: referenceMaxLength,
  description: "The bank's own name for one customer's request for KYC",
  examples: ['DBS10001'],
})

export const ReferenceQuery = Type.Object(
  { reference: Reference },
  { title: 'ReferenceQuery', description: 'Asks about one reference: both look-ups send it.' },
)

export const KnownReference = Type.Object(
  {
    status: Type.Enum(['allowed', 'not-allowed'], {
      description: "'not-allowed': the bank knows the reference and wants no KYC for it now",
    }),
    reference: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: referenceMaxLength,
        description: "The bank's own spelling of the reference, where its look-up takes several",
      }),
    ),
  },
  { title: 'KnownReference', description: 'Answers references/look with HTTP 200.' },
)

export const UnknownReference = Type.Object(
  { status: Type.Literal('unknown') },
  {
    title: 'UnknownReference',
    description: 'Answers references/look with HTTP 404. A 404 without it counts as a fault of the bank.',
  },
)

/** The fields that SMS to the holder of an id number need. The server ignores a field in another format. */
export const holderFields = {
  phone: Type.Optional(
    Type.String({
      pattern: '^[1-9]\\d{9}$',
      description: "The holder's Indian mobile number without +91, to which an SMS tells each outcome",
    }),
  ),
  language: Type.Optional(
    Type.String({
      pattern: '^[a-z]{2,3}$',
      description: "The holder's language, an ISO 639 code; without a text in it the bank's first is sent",
    }),
  ),
  lastDigits: Type.Optional(
    Type.String({
      pattern: '^\\d{1,4}$',
      description: 'The last digits of the id number that the SMS may name',
    }),
  ),
}
export type Holder = { phone: string; language?: string | undefined; lastDigits?: string | undefined }

const customerWith = <Added extends object>(added: Added) => {
  const of = <K extends string>(kind: K, pattern: string, description: string) =>
    Type.Object({ kind: Type.Literal(kind), value: Type.String({ pattern, description }), ...added })
  return Type.Union(
    [
      of('number', '^\\d{12}$', 'The id number'),
      of('virtual-id', '^\\d{16}$', 'A virtual id'),
      of('token', '^[\\w+/=-]{1,128}$', 'A UID token'),
    ],
    {
      title: 'Customer',
      description: 'Answers references/customer with HTTP 200: whichever id the bank keeps.',
    },
  )
}

export const Customer = customerWith(holderFields)
export const CustomerId = customerWith({})
export type CustomerId = Static<typeof CustomerId>

const part = (description: string) => Type.Optional(Type.String({ description }))

const Address = Type.Object(
  {
    co: part('care of'),
    house: part('house'),
    street: part('street'),
    lm: part('landmark'),
    loc: part('locality'),
    vtc: part('village, town or city'),
    subdist: part('sub-district'),
    dist: part('district'),
    state: part('state'),
    country: part('country'),
    pc: part('postal code'),
    po: part('post office'),
  },
  { description: 'The parts that the identity authority told, by its own names' },
)
export const addressParts = Object.keys(Address.properties)

const EKyc = Type.Object({
  maskedId: Type.String({
    pattern: '^X{8}[0-9X]{4}$',
    description: 'The id number but its last four digits',
  }),
  uidToken: Type.String({
    description: "The authority's token of this person for the bank; '' when none came",
  }),
  name: Type.String(),
  dateOfBirth: Type.String({ description: 'As the authority writes it' }),
  gender: Type.String({ description: 'M, F or T' }),
  address: Address,
  photo: Type.String({ description: "A JPEG in base64; '' when none came" }),
  keepUntil: Moment('Until when the authority lets the data be kept'),
})
export type EKyc = Static<typeof EKyc>

const EventId = Type.String({
  format: 'uuid',
  description: 'The same as the header webhook-id, and the same at each try: keep it to know a repeat',
})

export const KycResult = Type.Object(
  {
    id: EventId,
    type: Type.Literal('kyc.result'),
    orderId: Type.String({ format: 'uuid' }),
    reference: Reference,
    transactionId: Type.String({ description: "The authority's txn", examples: ['UKC:0b1e…'] }),
    outcome: Type.Literal('KYC_SUCCESS', { description: 'Only what succeeded is delivered' }),
    completedOn: Moment('When the verdict was written'),
    eKyc: EKyc,
  },
  { title: 'KycResult', description: 'Delivers one verified customer to kyc-results.' },
)
export type KycResult = Static<typeof KycResult>

export const KycFailed = Type.Object(
  {
    id: EventId,
    type: Type.Literal('kyc.failed'),
    orderId: Type.String({ format: 'uuid' }),
    reference: Reference,
    transactionId: Type.String({ description: "The authority's txn", examples: ['UKC:0b1e…'] }),
    outcome: Type.Literal('KYC_FAILURE'),
    completedOn: Moment('When the verdict was written'),
    code: Type.Enum([...unverifiedCodes], { description: 'Why the customer was not verified' }),
    errorCode: Type.Union([Type.String(), Type.Null()], {
      description: "The authority's own code, such as 300; null when no usable answer came",
    }),
  },
  {
    title: 'KycFailed',
    description:
      'Tells the bank of an authentication that failed, so that it tells the holder: sent where no SMS to the holder could be.',
  },
)
export type KycFailed = Static<typeof KycFailed>

export const KycException = Type.Object(
  {
    id: EventId,
    type: Type.Literal('kyc.exception'),
    orderId: Type.String({ format: 'uuid' }),
    reference: Reference,
    reason: Type.Enum([...storedReasons], { description: 'Why the finger is not read' }),
    openedOn: Moment('When the case was opened'),
    dueBy: Moment('Until when a person of the bank looks at it'),
  },
  {
    title: 'KycException',
    description:
      'Tells kyc-results of a customer whose finger cannot be read: a person of the bank decides, in the console. Sent again when the agent names another reason.',
  },
)
export type KycException = Static<typeof KycException>

export const ConsentRevoked = Type.Object(
  {
    id: EventId,
    type: Type.Literal('consent.revoked'),
    acknowledgement: Type.String({ description: "The number on the customer's acknowledgement" }),
    reference: Reference,
    transactionIds: Type.Array(Type.String(), {
      description: "The authority's txn of each result of this reference that the bank may have",
    }),
    revokedOn: Moment('When the consent was withdrawn'),
  },
  {
    title: 'ConsentRevoked',
    description:
      'Tells that a customer has withdrawn her consent: erase the e-KYC data of this reference, unless a law holds it.',
  },
)
export type ConsentRevoked = Static<typeof ConsentRevoked>

export const TestEvent = Type.Object(
  { id: EventId, type: Type.Literal('test'), sentOn: Moment('When the operator asked for it') },
  {
    title: 'TestEvent',
    description: 'Tries kyc-results with nobody in it: verify it, acknowledge it, do nothing else.',
  },
)
export type TestEvent = Static<typeof TestEvent>
