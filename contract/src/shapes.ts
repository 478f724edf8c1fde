import { Type, type Static, type TSchema } from 'typebox'

import type { CallName } from './calls.ts'
import { mobileLength, otpLength, referenceMaxLength } from './limits.ts'
import type { ResponseCode } from './refusals.ts'
import { mobilePattern, otpPattern } from './rules.ts'
import { orderStatuses, privileges, timeframes } from './words.ts'

/**
 * Request and answer of every call (decisions.md section 2). Requests are what the server checks: unknown fields are
 * let through and never read, and `header` and `device` are only asked to be objects — anything inside them may be
 * missing or odd. Answers are what a success carries beside `response`; a refusal carries `response` alone.
 */

const Mobile = Type.String({
  pattern: mobilePattern,
  description: `A ${mobileLength}-digit mobile number`,
  examples: ['9000000001'],
})
/**
 * No control character (a database takes no U+0000, an XML document few of the others), no half of a pair. Written
 * out, since not every reader of a JSON Schema knows Unicode's categories.
 */
const plain = '[^\\u0000-\\u001F\\u007F-\\u009F\\uD800-\\uDFFF]'
const line = `^${plain}*$`
const Text = (maxLength: number) => Type.String({ maxLength, pattern: line })
const FilledText = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: line })
const Moment = Type.String({ format: 'date-time', description: 'ISO 8601, UTC, milliseconds' })
const Envelope = Type.Object({ header: Type.Object({}), device: Type.Object({}) })
const Nothing = Type.Object({})

/** Absent, null and '' all mean "no bound"; else YYYY-MM-DD (India day, inclusive) or an ISO date-time. */
const DateBound = Type.Optional(Type.Union([Type.Null(), Text(40)]))

/** base64, whose white space a device may break into lines: what is in it is judged by who opens it. */
const Base64 = (maxLength: number) => Type.String({ minLength: 1, maxLength })
const EncryptedPassword = Base64(512)

export const OtpDetails = Type.Object({
  otpRefId: Type.String({ description: "The server's handle of the one-time password" }),
  expiresOn: Moment,
  resendAfter: Type.Integer({ description: 'Seconds until another one may be sent' }),
  triesLeft: Type.Integer(),
  sentTo: Type.String({ description: 'The masked mobile number' }),
})
export type OtpDetails = Static<typeof OtpDetails>

/** The handle as it comes back: whatever was received, with the typed otp added (product.md section 3). */
const OtpAnswer = Type.Object({
  otpRefId: FilledText(64),
  otp: Type.String({ pattern: otpPattern, description: `The ${otpLength} digits` }),
})

const BiometricDeviceInfo = Type.Object({
  Hmac: Base64(256),
  deviceid: Text(128),
  devicever: Text(64),
  meta: Type.Object({
    udc: Text(64),
    rdsId: Text(64),
    rdsVer: Text(64),
    dpId: Text(64),
    dc: Text(64),
    mi: Text(64),
    mc: Type.String({ maxLength: 8192 }),
  }),
  refcode: Text(referenceMaxLength),
  reqid: Text(128),
  roid: Mobile,
  serialno: Text(128),
  skey: Type.Object({ ci: Text(16), value: Base64(1024) }),
  tid: Text(32),
  ts: Type.Union([Text(64), Type.Number()]),
  data: Type.Object({ type: Text(8), value: Base64(200_000) }),
})
export type BiometricDeviceInfo = Static<typeof BiometricDeviceInfo>

const Consent = Type.Object({ version: FilledText(32), language: FilledText(16), givenOn: FilledText(40) })
export type Consent = Static<typeof Consent>

const Order = Type.Object({
  id: Type.String(),
  status: Type.Enum([...orderStatuses]),
  createdOn: Moment,
  transactionId: Type.String(),
  tpsMsg: Type.String({ description: "The third party's message: the authority's verdict in words" }),
  dbsRefCode: Type.String({ description: "The customer's reference" }),
})
export type Order = Static<typeof Order>

const MonthStatistics = Type.Object({
  aggregateOn: Type.String({ description: 'YYYY-MM, an India month' }),
  data: Type.Object({ KYC_SUCCESS: Type.Integer(), KYC_FAILURE: Type.Integer(), LOGIN: Type.Integer() }),
})
export type MonthStatistics = Static<typeof MonthStatistics>

const User = Type.Object({
  name: Type.String(),
  mobile: Type.String(),
  email: Type.String(),
  address: Type.Object({ addressLine1: Type.String(), addressLine2: Type.String() }),
  assignedRoles: Type.Array(Type.String()),
})
export type User = Static<typeof User>

export const shapes = {
  checkUser: shape(
    { username: Mobile },
    { otpRequired: Type.Boolean(), otpDetails: Type.Union([Type.Null(), OtpDetails]) },
  ),
  resetPassword: shape({ username: Mobile }, { otpDetails: OtpDetails }),
  setPassword: shape({ username: Mobile, otpDetails: OtpAnswer, newPassword: EncryptedPassword }, {}),
  login: shape(
    {
      username: Mobile,
      password: EncryptedPassword,
      otpDetails: Type.Optional(Type.Union([Type.Null(), Nothing])),
    },
    {
      token: Type.String(),
      expiresIn: Type.Integer({ description: 'milliseconds' }),
      otpRequired: Type.Boolean(),
      otpDetails: Type.Union([Type.Null(), OtpDetails]),
    },
  ),
  getProfile: shape({ username: Mobile }, { user: User }),
  getRole: {
    request: Type.Object({ roleId: FilledText(64) }),
    answer: Type.Object({ roleId: Type.String(), privileges: Type.Array(Type.Enum([...privileges])) }),
  },
  getStatistics: shape(
    { id: Mobile, timeframe: Type.Enum([...timeframes]) },
    { userStatistics: Type.Array(MonthStatistics) },
  ),
  listOrders: shape(
    {
      username: Mobile,
      pageNo: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
      from: DateBound,
      to: DateBound,
    },
    {
      orders: Type.Array(Order),
      totalPages: Type.Integer(),
      totalItems: Type.Integer(),
      currentPage: Type.Integer(),
    },
  ),
  checkReference: shape(
    {
      mobile: Mobile,
      dbsRefCode: Type.String({
        minLength: 1,
        maxLength: referenceMaxLength,
        pattern: `^${plain}+$`,
        examples: ['DBS10001'],
      }),
      username: Mobile,
    },
    { orderId: Type.String(), biometricConstants: Type.Object({ wadh: Type.String() }) },
  ),
  submitOrder: shape(
    {
      username: Mobile,
      sessionId: Text(128),
      roid: Mobile,
      orderId: FilledText(64),
      biometricDeviceInfo: BiometricDeviceInfo,
      consent: Type.Optional(Consent),
    },
    { transactionId: Type.String() },
  ),
  logout: shape({}, {}),
  getAddress: { request: Nothing, answer: Type.Object({ ipAddress: Type.String() }) },
} as const satisfies Record<CallName, { request: TSchema; answer: TSchema }>

/** What a caller gives beside `header` and `device`. */
export type RequestOf<N extends CallName> = Omit<Static<(typeof shapes)[N]['request']>, 'header' | 'device'>
/** What a success carries beside `response`. */
export type AnswerOf<N extends CallName> = Static<(typeof shapes)[N]['answer']>

/** The start of every answer, refusals and faults included; whatever is no success carries a code. */
export type Response =
  { success: true; displayMsg: string } | { success: false; displayMsg: string; code: ResponseCode }

function shape<const R extends Record<string, TSchema>, const A extends Record<string, TSchema>>(
  request: R,
  answer: A,
) {
  return { request: Type.Object({ ...Envelope.properties, ...request }), answer: Type.Object(answer) }
}
