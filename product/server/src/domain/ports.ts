import type { CustomerId, EKyc, Holder } from '@ekyc/contract/bank'
import type { NewPasskey, PasskeyAssertion } from '@ekyc/contract/shapes'
import type { SmsMessage } from '@ekyc/contract/sms'

/**
 * The external services of the rules. Gateways implement these ports; the rules never see a URL, an XML element or an
 * HTTP status. Every method may also throw `Unavailable` when the service gave no usable answer.
 */

/** The service was unreachable, too late or gave a broken answer. `cause` keeps the reason for the log. */
export class Unavailable extends Error {
  override name = 'Unavailable'
  readonly party: 'authority' | 'bank' | 'sms'
  constructor(party: 'authority' | 'bank' | 'sms', reason: string, cause?: unknown) {
    super(`${party}: ${reason}`, { cause })
    this.party = party
  }
}

/** The service answered, but not in the form that was agreed: another try helps only once the service is corrected. */
export class UnusableAnswer extends Unavailable {
  constructor(party: 'bank', status: string) {
    super(party, `no usable answer, ${status}`)
  }
}

/** A reference may be allowed under the bank's own spelling of it. */
export type LookedUp = 'unknown' | 'not-allowed' | 'allowed' | { allowedAs: string }

/** The partner bank's directory of customer references, JSON over HTTP. */
export type ReferenceDirectory = {
  /** Tells whether the reference exists and may have KYC. It does not fetch the customer's id number. */
  look(reference: string): Promise<LookedUp>
  /** Fetches the customer's id while an order is being submitted. The id stays in memory. */
  customerOf(reference: string): Promise<Customer>
  /**
   * Sends an event to the bank: the data of one verified customer, or that an authentication failed. It is signed over
   * id, time and body. The bank drops repeats by `id`.
   * Resolves when the bank has acknowledged it.
   * @param delivery.deadlineMs less than the bank's usual time for an answer
   */
  deliverResult(delivery: { id: string; body: string; deadlineMs?: number }): Promise<void>
  /** Sends a scanner problem to the bank's support, signed in the same way. Only where the bank takes cases. */
  deliverCase(delivery: { id: string; body: string }): Promise<void>
}

/** The Aadhaar number, virtual id or UID token that the bank keeps. It is never stored and never logged. */
export type { CustomerId } from '@ekyc/contract/bank'

/** The phone and language of the holder of the id number, where the bank names them; they are in memory until the verdict. */
export type Customer = { id: CustomerId; holder: Holder | undefined }

/**
 * The store of e-KYC data that waits for the bank, in another database than the orders'. Every method may throw
 * DatabaseAway.
 */
export type Vault = {
  /** Resolves when the vault answers. */
  ping(): Promise<void>
  /** Keeps a result under the id of its message. A repeat changes nothing. */
  keep(result: { id: string; orderId: string; body: string; at: Date; expiresOn: Date }): Promise<void>
  /** @returns undefined when the vault has no such result */
  open(id: string): Promise<string | undefined>
  erase(ids: string[], reason: string): Promise<void>
}

/** Seals short secrets under a key that never leaves the hardware module. A label binds each to its use. */
export type KeySeal = {
  seal(secret: Buffer, label: string): Buffer
  open(sealed: Buffer, label: string): Promise<Buffer>
}

/** The bank's SMS provider. `id` lets the provider drop repeats. */
export type Sms = { send(message: SmsMessage): Promise<void> }

/** The identity authority behind an AUA/KUA: e-KYC 2.5 in its plain form is the reference adapter. */
export type IdentityAuthority = {
  /** base64 SHA-256 of the e-KYC parameters every request will carry (rd-service.md 2.3). */
  readonly wadh: string
  /** The same for the capture of an iris. */
  readonly irisWadh: string
  /**
   * Asks once. A failure of the authority or the connection is a verdict, never an error.
   * @param request.deadlineMs milliseconds until the answer counts as not given
   */
  verify(request: VerificationRequest): Promise<Verdict>
}

export type VerificationRequest = {
  /** `UKC:` and our id, at most 50 characters. */
  transactionId: string
  customer: CustomerId
  capture: Capture
  deadlineMs: number
}

/** The device's answer from the order payload; base64 parts are text without white space. */
export type Capture = {
  /** True for an iris in place of a finger. The block is sealed, so that only the caller tells. */
  isIris?: boolean
  /** 19 characters at the head of Data, India time without a zone. */
  pidTimestamp: string
  skey: { ci: string; value: string }
  hmac: string
  data: { type: 'X' | 'P'; value: string }
  device: { udc: string; rdsId: string; rdsVer: string; dpId: string; dc: string; mi: string; mc: string }
}

export type Verdict =
  | ({ kind: 'verified'; authorityCode: string; action: string; eKyc: EKycData } & Proven)
  /**
   * The authority refused. Kyc codes (K-…) and authentication codes (300) are two number spaces: `errorSource` tells
   * which.
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
   * The answer was cut, garbled, unsigned or about another request. `reason` is for the log and holds no PID data;
   * `isUnsent`: the request never left, so that nobody was authenticated.
   */
  | { kind: 'broken'; reason: string; isUnsent?: boolean }

/** The SHA-256 of the signed answer in hex, which the authority and others who have it can compare. */
type Proven = { answerDigest?: string }

/** The decrypted e-KYC data as it goes to the bank: id number masked to its last four digits, UID token kept. */
export type EKycData = EKyc

/** The site that passkeys belong to: the host name, and the origin of its pages. */
export type RelyingParty = { id: string; origin: string }

/** Verifies the answers of authenticators (WebAuthn). User verification is required. */
export type PasskeyVerifier = {
  /** @returns undefined when the answer is not good */
  readNew(answer: {
    credential: NewPasskey
    challenge: string
    relyingParty: RelyingParty
  }): Promise<{ credentialId: Uint8Array; publicKey: Uint8Array; signCount: number } | undefined>
  /** @returns the signature counter; undefined when the answer is not good */
  readSignCount(answer: {
    credential: PasskeyAssertion
    challenge: string
    relyingParty: RelyingParty
    publicKey: Uint8Array
  }): Promise<number | undefined>
}

/** One way of a browser to the bank's identity provider and back: what ties the return to its start. */
export type ProviderFlow = { state: string; nonce: string; codeVerifier: string }

/** A person as the bank's identity provider names them; issuer and subject are who it is, and nothing else is. */
export type ProvenPerson = {
  issuer: string
  subject: string
  name: string
  /** The words of the roles' claim, before they are mapped. */
  groups: string[]
  /** The provider's id of its session, if it gives one. */
  session: string | undefined
}

/** The bank's identity provider, by OpenID Connect. No token leaves the gateway. */
export type IdentityProvider = {
  /** @param again asks the person again, even in a session of the provider */
  addressFor(flow: ProviderFlow, again: boolean): Promise<URL>
  /**
   * Reads what the browser brings back, and asks the provider for the person.
   * @param againSince the person must have proven who they are since then
   * @throws NotProven
   */
  personFrom(
    returned: Record<string, string>,
    flow: ProviderFlow,
    againSince: Date | undefined,
  ): Promise<ProvenPerson>
  /**
   * Reads a token of the back-channel log-out.
   * @throws NotProven
   */
  loggedOut(
    token: string,
  ): Promise<{ issuer: string; subject: string | undefined; session: string | undefined }>
}

/** The provider did not say, or did not say in a good form, who the person is. The message is for the log. */
export class NotProven extends Error {
  override name = 'NotProven'
}
