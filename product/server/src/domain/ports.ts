import type { CustomerId, EKyc, Holder } from '@ekyc/contract/bank'
import type { NewPasskey, PasskeyAssertion } from '@ekyc/contract/shapes'
import type { SmsMessage } from '@ekyc/contract/sms'

/**
 * Gateways implement these interfaces, so that the rules never see a URL, an XML element or an HTTP status. The methods
 * of the bank and of the SMS provider throw `Unavailable` when the service gave no usable answer.
 */

/** `cause` is for the log. */
export class Unavailable extends Error {
  override name = 'Unavailable'
  constructor(party: 'bank' | 'sms', reason: string, cause?: unknown) {
    super(`${party}: ${reason}`, { cause })
  }
}

/** The error when the bank answers, but with another HTTP status or another body than agreed. */
export class UnusableAnswer extends Unavailable {
  constructor(status: string) {
    super('bank', `no usable answer, ${status}`)
  }
}

export type ReferenceDirectory = {
  /**
   * Asks whether the reference exists and may have KYC. The customer's id number is not fetched. `allowedAs` is the
   * bank's own spelling of an allowed reference.
   */
  look(reference: string): Promise<'unknown' | 'not-allowed' | 'allowed' | { allowedAs: string }>
  customerOf(reference: string): Promise<Customer>
  /**
   * The signature covers id, time and body. The bank recognises repeats by `id`. The promise resolves when the bank has
   * acknowledged the event.
   * @param delivery.deadlineMs the time for the bank's answer in ms, if it is shorter than usual
   */
  deliverResult(delivery: { id: string; body: string; deadlineMs?: number }): Promise<void>
}

/**
 * A customer's id and, if known, its holder. The id is the Aadhaar number, a virtual id or a UID token. The server stores
 * only a token, in the e-KYC data, and keeps the holder in memory until the verdict.
 */
export type Customer = { id: CustomerId; holder: Holder | undefined }

/**
 * The store of e-KYC data that the bank has not received yet. It is in another database than the orders. Every method
 * may throw DatabaseAway.
 */
export type Vault = {
  ping(): Promise<void>
  /** Stores a result under the id of its outbox message. A second call with the same id changes nothing. */
  keep(result: { id: string; orderId: string; body: string; at: Date; expiresOn: Date }): Promise<void>
  open(id: string): Promise<string | undefined>
  erase(ids: string[], reason: string): Promise<void>
}

/** Encrypts short secrets. A production has the private key in a hardware module. A label binds a secret to its use. */
export type KeySeal = {
  seal(secret: Buffer, label: string): Buffer
  open(sealed: Buffer, label: string): Promise<Buffer>
}

/** The bank's SMS provider. The provider recognises a repeated message by its `id`. */
export type SmsSender = { send(message: SmsMessage): Promise<void> }

export type IdentityAuthority = {
  /** The SHA-256 of the e-KYC parameters that every request carries, in base64 (rd-service.md 2.3). */
  readonly wadh: string
  /** A failure of the authority or the connection is returned as a verdict. It is never thrown as an error. */
  verify(request: VerificationRequest): Promise<AuthorityVerdict>
}

export type VerificationRequest = {
  /** The id of the request: `UKC:` and an id of this server, at most 50 characters together. */
  transactionId: string
  customer: CustomerId
  capture: Capture
  deadlineMs: number
}

/** The registered device's answer in the payload of an order. Its base64 parts contain no white space. */
export type Capture = {
  /** The time of the capture, from the start of the Data element: 19 characters in India time, without a zone. */
  pidTimestamp: string
  skey: { ci: string; value: string }
  hmac: string
  /** The encrypted PID block, which is XML (type X). */
  data: string
  device: { udc: string; rdsId: string; rdsVer: string; dpId: string; dc: string; mi: string; mc: string }
}

export type AuthorityVerdict =
  /** `eKyc` has the UID token, but only the last four digits of the id number. */
  | ({ kind: 'verified'; authorityCode: string; action: string; eKyc: EKyc } & Proven)
  /**
   * The authority refused. KYC codes (K-…) and authentication codes (300) are two separate sets of codes. `source`
   * tells to which set `errorCode` belongs.
   */
  | ({
      kind: 'refused'
      source: 'authentication' | 'kyc'
      errorCode: string
      authorityCode: string
      action: string
    } & Proven)
  | { kind: 'timed-out' }
  /**
   * No usable answer came, for example because it was garbled, unsigned or about another request. `reason` is for the
   * log and contains no PID data. `isUnsent` is true if the request was never sent, so that nobody was authenticated.
   */
  | { kind: 'broken'; reason: string; isUnsent?: boolean }

/** The SHA-256 of the signed answer, in hex. Anybody with the answer, such as the authority, can check the digest. */
type Proven = { answerDigest?: string }

/** The site that passkeys belong to. `id` is its host name, and `origin` is the origin of its pages. */
export type RelyingParty = { id: string; origin: string }

/** An authenticator must have verified its user. */
export type PasskeyVerifier = {
  readNew(answer: {
    credential: NewPasskey
    challenge: string
    relyingParty: RelyingParty
  }): Promise<{ credentialId: Uint8Array; publicKey: Uint8Array; signCount: number } | undefined>
  /** Verifies a known passkey's signature. @returns the signature counter, or undefined if the answer is not valid */
  readSignCount(answer: {
    credential: PasskeyAssertion
    challenge: string
    relyingParty: RelyingParty
    publicKey: Uint8Array
  }): Promise<number | undefined>
}

/** The values that tie a browser's return from the bank's identity provider to the start of the same log-in. */
export type ProviderSignIn = { state: string; nonce: string; codeVerifier: string }

/** A person as the bank's identity provider describes them. Only issuer and subject together identify the person. */
export type ProvenPerson = {
  issuer: string
  subject: string
  name: string
  groups: string[]
  session: string | undefined
}

/** The bank's identity provider, called with OpenID Connect. No token leaves the gateway. */
export type IdentityProvider = {
  /** @param again true if the person must authenticate again, even within a session at the provider */
  addressFor(flow: ProviderSignIn, again: boolean): Promise<URL>
  /**
   * @param againSince the time after which the person must have been authenticated, if any
   * @throws NotProven
   */
  personFrom(
    returned: Record<string, string>,
    flow: ProviderSignIn,
    againSince: Date | undefined,
  ): Promise<ProvenPerson>
  /**
   * Ends sessions that were opened until the log-out token was issued.
   * @throws NotProven
   */
  loggedOut(token: string): Promise<ProviderLogOut>
}

/** A log-out of all sessions of the person `subject`, or of the provider's session alone. */
export type ProviderLogOut = {
  issuer: string
  subject: string | undefined
  session: string | undefined
  until: Date
}

/** The error when the provider does not say in a valid form who the person is. The error's message is for the log. */
export class NotProven extends Error {
  override name = 'NotProven'
}
