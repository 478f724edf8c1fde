import type { Customer, EKyc } from '@ekyc/contract/bank'
import type { SmsMessage } from '@ekyc/contract/sms'

/**
 * What the rules need from the world outside. Gateways implement these; the rules never see a URL, an XML element or
 * an HTTP status. Every method may also throw `Unavailable` when the other side did not give a usable answer.
 */

/** The other side could not be reached, answered too late or answered nonsense. `cause` keeps why, for the log. */
export class Unavailable extends Error {
  override name = 'Unavailable'
  readonly party: 'authority' | 'bank' | 'sms'
  constructor(party: 'authority' | 'bank' | 'sms', reason: string, cause?: unknown) {
    super(`${party}: ${reason}`, { cause })
    this.party = party
  }
}

/** The partner bank's directory of customer references, JSON over HTTP. */
export type ReferenceDirectory = {
  /** Whether the reference exists and may have KYC. The customer's id number is not asked for here. */
  look(reference: string): Promise<'unknown' | 'not-allowed' | 'allowed'>
  /** The customer's id, asked for once an order is being submitted. Held in memory only. */
  customerOf(reference: string): Promise<CustomerId>
  /**
   * Hands one finished KYC to the bank. Signed over id, time and body, so that the bank can drop repeats by `id`.
   * Resolves when the bank has acknowledged it.
   */
  deliverResult(delivery: { id: string; body: string }): Promise<void>
}

/** An Aadhaar number, virtual id or UID token: whichever the bank keeps. Never stored, never logged. */
export type CustomerId = Customer

/** The bank's SMS provider. `id` lets the provider drop repeats. */
export type Sms = { send(message: SmsMessage): Promise<void> }

/** The identity authority behind an AUA/KUA: e-KYC 2.5 in its plain form is the reference adapter. */
export type IdentityAuthority = {
  /** base64 SHA-256 of the e-KYC parameters every request will carry (rd-service.md 2.3). */
  readonly wadh: string
  /**
   * Asks once. Never throws for what the authority or the line did: that is a verdict.
   * @param request.deadlineMs milliseconds until the answer counts as not given
   */
  verify(request: VerificationRequest): Promise<Verdict>
}

export type VerificationRequest = {
  /** `UKC:` and ours, at most 50 characters. */
  transactionId: string
  customer: CustomerId
  capture: Capture
  deadlineMs: number
}

/** The device's answer as the order payload carries it, base64 parts still as text, white space removed. */
export type Capture = {
  /** 19 characters at the head of Data, India time without a zone. */
  pidTimestamp: string
  skey: { ci: string; value: string }
  hmac: string
  data: { type: 'X' | 'P'; value: string }
  device: { udc: string; rdsId: string; rdsVer: string; dpId: string; dc: string; mi: string; mc: string }
}

export type Verdict =
  | { kind: 'verified'; authorityCode: string; action: string; eKyc: EKycData }
  /** The authority said no. Codes of Kyc (K-…) and of authentication (300) share no number space: keep both. */
  | {
      kind: 'refused'
      source: 'authentication' | 'kyc'
      errorCode: string
      authorityCode: string
      action: string
    }
  | { kind: 'timed-out' }
  /** No usable answer: cut, garbled, unsigned, or about something else. `reason` is for the log, without PID data. */
  | { kind: 'broken'; reason: string }

/** The decrypted e-KYC data as it goes to the bank: id number masked to its last four digits, UID token kept. */
export type EKycData = EKyc
