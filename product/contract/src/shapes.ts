import { Type, type Static, type TSchema } from 'typebox'

import type { CallName } from './calls.ts'
import { exceptionDecisions, exceptionNeeds, exceptionReasons, storedReasons } from './exceptions.ts'
import { mobileLength, ordersFoundAtOnce, otpLength, referenceMaxLength } from './limits.ts'
import type { ResponseCode } from './refusals.ts'
import { mobilePattern, otpPattern } from './rules.ts'
import { finalStatuses, orderStatuses, outsideServices, privileges, timeframes } from './words.ts'

/**
 * The shapes of the JSON between clients and server (decisions.md section 2). The server validates requests by them. It
 * accepts and ignores unknown fields; `header` and `device` must only be objects. The shape of an answer describes a
 * success without `response`. A refusal contains `response` only.
 */

const Mobile = Type.String({
  pattern: mobilePattern,
  description: `A ${mobileLength}-digit mobile number`,
  examples: ['9000000001'],
})
/**
 * The pattern of one character of a text: no control character and no lone surrogate. Databases refuse U+0000, and XML
 * refuses most of the others. The pattern lists the ranges, because some implementations of JSON Schema do not know
 * Unicode's categories.
 */
const plain = '[^\\u0000-\\u001F\\u007F-\\u009F\\uD800-\\uDFFF]'
const line = `^${plain}*$`
const Text = (maxLength: number) => Type.String({ maxLength, pattern: line })
const FilledText = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: line })
const Moment = Type.String({ format: 'date-time', description: 'ISO 8601, UTC, milliseconds' })
const Envelope = Type.Object({ header: Type.Object({}), device: Type.Object({}) })

/** A date bound: an India day (YYYY-MM-DD, inclusive) or an ISO date-time. Absence, null and '' mean "no bound". */
const DateBound = Type.Optional(Type.Union([Type.Null(), Text(40)]))

/** A filter by a final status. An absent value, null and '' mean "both statuses". */
const StatusFilter = Type.Optional(Type.Union([Type.Null(), Type.Enum(['', ...finalStatuses])]))

/** A base64 text, which drivers may wrap in lines. The code that uses the text validates its content. */
const Base64 = (maxLength: number) => Type.String({ minLength: 1, maxLength })
const EncryptedPassword = Base64(512)

export const OtpDetails = Type.Object({
  otpRefId: Type.String({ description: "The server's handle of the one-time password" }),
  expiresOn: Moment,
  resendAfter: Type.Integer({ description: 'Seconds until another one may be sent' }),
  triesLeft: Type.Integer({ description: 'Wrong codes that this handle still takes' }),
  sentTo: Type.String({ description: 'The masked mobile number' }),
  mark: Type.Optional(
    Type.String({
      description: 'Two digits that the SMS shows too, so that the agent knows which code is asked for',
    }),
  ),
})
export type OtpDetails = Static<typeof OtpDetails>

/** The received otpDetails, which the client returns with the typed otp (product.md section 3). */
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

/** The ways of informing a customer in addition to the text on the agent's screen. */
const consentWays = ['large', 'aloud'] as const
export type ConsentWay = (typeof consentWays)[number]

const Consent = Type.Object({
  version: FilledText(32),
  language: FilledText(16),
  givenOn: FilledText(40),
  ways: Type.Optional(
    Type.Array(Type.Enum([...consentWays]), {
      maxItems: consentWays.length,
      description: 'How the customer was told besides the text: in large print, read aloud by the browser',
    }),
  ),
})
export type Consent = Static<typeof Consent>

const KeptConsent = Type.Object({
  ...Consent.properties,
  textHash: Type.Optional(
    Type.String({
      description: 'SHA-256 of the text that the customer saw or heard; orders of before have none',
    }),
  ),
})
export type KeptConsent = Static<typeof KeptConsent>

const Device = Type.Object({
  dpId: Type.String({ description: 'The provider of the device' }),
  rdsId: Type.String({ description: 'The device service' }),
  rdsVer: Type.String({ description: 'The version of the device service' }),
  mi: Type.String({ description: 'The model' }),
})
export type Device = Static<typeof Device>

const Order = Type.Object({
  id: Type.String(),
  status: Type.Enum([...orderStatuses]),
  createdOn: Moment,
  transactionId: Type.String(),
  tpsMsg: Type.String({ description: "The third party's message: the authority's verdict in words" }),
  dbsRefCode: Type.String({ description: "The customer's reference" }),
})
export type Order = Static<typeof Order>

const Exception = Type.Object({
  reason: Type.Enum([...storedReasons]),
  openedOn: Moment,
  dueBy: Type.String({ format: 'date-time', description: 'Until when a person of the bank looks again' }),
  tries: Type.Integer({ description: 'Captures of the day that the authority did not recognise' }),
  decision: Type.Union([Type.Null(), Type.Enum([...exceptionDecisions])]),
})
export type Exception = Static<typeof Exception>

const OrderDetails = Type.Object({
  ...Order.properties,
  completedOn: Type.Union([Type.Null(), Moment]),
  code: Type.String({ description: "Why the customer was not verified; '' on success and before a verdict" }),
  authority: Type.Union([
    Type.Null(),
    Type.Object({
      source: Type.Enum(['authentication', 'kyc']),
      code: Type.String(),
      action: Type.String(),
    }),
  ]),
  consent: Type.Union([Type.Null(), KeptConsent]),
  /** The device as it described itself at the capture. */
  device: Type.Union([Type.Null(), Device]),
  /** Present if a person of the bank has to decide about the customer, or has decided. */
  exception: Type.Optional(Exception),
})
export type OrderDetails = Static<typeof OrderDetails>

const MonthStatistics = Type.Object({
  aggregateOn: Type.String({ description: 'YYYY-MM, an India month' }),
  data: Type.Object({ KYC_SUCCESS: Type.Integer(), KYC_FAILURE: Type.Integer(), LOGIN: Type.Integer() }),
})
export type MonthStatistics = Static<typeof MonthStatistics>

const Outage = Type.Object({
  service: Type.Enum([...outsideServices]),
  since: Moment,
})
type Outage = Static<typeof Outage>

const User = Type.Object({
  name: Type.String(),
  mobile: Type.String(),
  email: Type.String(),
  address: Type.Object({ addressLine1: Type.String(), addressLine2: Type.String() }),
  assignedRoles: Type.Array(Type.String()),
})
export type User = Static<typeof User>

const Base64Url = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '^[A-Za-z0-9_-]+$' })
const Challenge = Type.String({ description: 'Good once, and for minutes' })

/** The type PublicKeyCredentialCreationOptionsJSON of WebAuthn. */
export const PasskeyCreation = Type.Object({
  rp: Type.Object({ id: Type.String(), name: Type.String() }),
  user: Type.Object({ id: Type.String(), name: Type.String(), displayName: Type.String() }),
  challenge: Challenge,
  pubKeyCredParams: Type.Array(Type.Object({ alg: Type.Integer(), type: Type.Literal('public-key') })),
  timeout: Type.Integer(),
  excludeCredentials: Type.Array(Type.Object({ id: Type.String(), type: Type.Literal('public-key') })),
  authenticatorSelection: Type.Object({
    residentKey: Type.Literal('required'),
    requireResidentKey: Type.Literal(true),
    userVerification: Type.Literal('required'),
  }),
  attestation: Type.Literal('none'),
})
export type PasskeyCreation = Static<typeof PasskeyCreation>

/** PublicKeyCredentialRequestOptionsJSON of WebAuthn. It names no passkey, so all phone numbers get the same answer. */
export const PasskeyRequest = Type.Object({
  rpId: Type.String(),
  challenge: Challenge,
  timeout: Type.Integer(),
  userVerification: Type.Literal('required'),
})
export type PasskeyRequest = Static<typeof PasskeyRequest>

/** The type RegistrationResponseJSON of WebAuthn. */
export const NewPasskey = Type.Object({
  id: Base64Url(1400),
  rawId: Base64Url(1400),
  type: Type.Literal('public-key'),
  response: Type.Object({ clientDataJSON: Base64Url(4096), attestationObject: Base64Url(32_768) }),
})
export type NewPasskey = Static<typeof NewPasskey>

/** The type AuthenticationResponseJSON of WebAuthn. */
export const PasskeyAssertion = Type.Object({
  id: Base64Url(1400),
  rawId: Base64Url(1400),
  type: Type.Literal('public-key'),
  response: Type.Object({
    clientDataJSON: Base64Url(4096),
    authenticatorData: Base64Url(4096),
    signature: Base64Url(1024),
  }),
})
export type PasskeyAssertion = Static<typeof PasskeyAssertion>

const Passkey = Type.Object({
  id: Type.String({ description: 'The credential id, base64url' }),
  name: Type.String({ description: 'The browser and system that made it, as the agent would call them' }),
  createdOn: Moment,
  lastUsedOn: Type.Union([Type.Null(), Moment]),
})
export type Passkey = Static<typeof Passkey>

const SessionInUse = Type.Object({
  id: Type.String({ description: 'Names the session among those of its agent, and grants nothing' }),
  browser: Type.String({ description: "'' where the device did not say" }),
  os: Type.String({ description: "'' where the device did not say" }),
  openedOn: Moment,
  lastSeenOn: Moment,
  isCurrent: Type.Boolean({ description: 'The session of this call' }),
})
export type SessionInUse = Static<typeof SessionInUse>

const Opened = {
  token: Type.String(),
  expiresIn: Type.Integer({ description: 'milliseconds' }),
  otpRequired: Type.Boolean(),
  otpDetails: Type.Union([Type.Null(), OtpDetails]),
}

export const shapes = {
  checkUser: shape(
    { username: Mobile },
    { otpRequired: Type.Boolean(), otpDetails: Type.Union([Type.Null(), OtpDetails]) },
  ),
  resetPassword: shape({ username: Mobile }, { otpDetails: OtpDetails }),
  setPassword: shape(
    {
      username: Mobile,
      otpDetails: OtpAnswer,
      newPassword: EncryptedPassword,
      keepPasskeys: Type.Optional(
        Type.Array(Base64Url(1400), {
          maxItems: 20,
          description:
            'The ids of the passkeys that stay after a change in a session; all others are removed',
        }),
      ),
    },
    {},
  ),
  login: shape(
    {
      username: Mobile,
      password: EncryptedPassword,
      otpDetails: Type.Optional(
        Type.Union([Type.Null(), Type.Partial(OtpAnswer)], {
          description: 'With `otpRefId` and `otp`, the second factor beside the password',
        }),
      ),
      secondFactor: Type.Optional(
        Type.Enum(['ask', 'otp'], {
          description:
            'Where the second factor may be left out: `ask` opens no session yet and tells so, `otp` sends an OTP',
        }),
      ),
    },
    Opened,
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
      status: StatusFilter,
    },
    {
      orders: Type.Array(Order),
      totalPages: Type.Integer(),
      totalItems: Type.Integer(),
      currentPage: Type.Integer(),
    },
  ),
  findOrders: shape(
    {
      username: Mobile,
      query: Type.String({
        maxLength: 64,
        pattern: line,
        description: "A whole reference, order id or transaction id, in any case; '' finds every order",
        examples: ['DBS10001'],
      }),
      from: DateBound,
      to: DateBound,
      status: StatusFilter,
      after: Type.Optional(
        Type.Union([Type.Null(), Text(64)], { description: 'The `after` of the answer before' }),
      ),
    },
    {
      orders: Type.Array(Order, { maxItems: ordersFoundAtOnce }),
      after: Type.Union([Type.Null(), Type.String()], { description: 'null when no order is left' }),
    },
  ),
  getOrder: shape({ username: Mobile, orderId: FilledText(64) }, { order: OrderDetails }),
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
    {
      orderId: Type.String(),
      createdOn: Moment,
      biometricConstants: Type.Object({
        wadh: Type.String(),
      }),
    },
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
  recordException: shape(
    {
      username: Mobile,
      orderId: FilledText(64),
      reason: Type.Enum([...exceptionReasons]),
      needs: Type.Optional(
        Type.Array(Type.Enum([...exceptionNeeds]), {
          uniqueItems: true,
          description: "A disability's needs, only by the customer's own wish",
        }),
      ),
    },
    { exception: Exception },
  ),
  getSecurity: shape(
    { username: Mobile },
    { passkeys: Type.Array(Passkey), sessions: Type.Array(SessionInUse) },
  ),
  endSession: shape({ username: Mobile, id: FilledText(64) }, {}),
  endOtherSessions: shape({ username: Mobile }, { ended: Type.Integer() }),
  sendPasskeyOtp: shape({ username: Mobile }, { otpDetails: OtpDetails }),
  startPasskeyProof: shape({ username: Mobile }, { options: PasskeyRequest }),
  startPasskey: shape(
    {
      username: Mobile,
      otpDetails: Type.Optional(OtpAnswer),
      credential: Type.Optional(PasskeyAssertion),
    },
    { options: PasskeyCreation },
  ),
  removePasskey: shape({ username: Mobile, id: Base64Url(1400) }, {}),
  addPasskey: shape({ username: Mobile, credential: NewPasskey }, {}),
  startPasskeyLogin: shape({ username: Mobile }, { options: PasskeyRequest }),
  loginByPasskey: shape({ username: Mobile, credential: PasskeyAssertion }, Opened),
  getOutages: shape(
    { username: Mobile },
    {
      outages: Type.Array(Outage, {
        description: 'The services that fail or are slow for more than one agent at the moment',
      }),
      oldSystem: Type.Optional(
        Type.Object(
          { system: Type.String(), endedOn: Type.String() },
          { description: "The caller's operating system, if it gets no updates since that India day" },
        ),
      ),
    },
  ),
  logout: shape({}, {}),
  getAddress: { request: Type.Object({}), answer: Type.Object({ ipAddress: Type.String() }) },
} as const satisfies Record<CallName, { request: TSchema; answer: TSchema }>

/** The fields of a request without `header` and `device`. */
export type RequestOf<N extends CallName> = Omit<Static<(typeof shapes)[N]['request']>, 'header' | 'device'>
/** The fields of a successful answer, except `response`. */
export type AnswerOf<N extends CallName> = Static<(typeof shapes)[N]['answer']>

/** The type of `response`, the first field of every answer. Only a success has no code. */
export type Response =
  | { success: true; displayMsg: string }
  | { success: false; displayMsg: string; code: ResponseCode }

function shape<const R extends Record<string, TSchema>, const A extends Record<string, TSchema>>(
  request: R,
  answer: A,
) {
  return { request: Type.Object({ ...Envelope.properties, ...request }), answer: Type.Object(answer) }
}
