import type { Device } from '@ekyc/contract/shapes'

import type { Stores } from '../stores.ts'

export const orderOutcomes = ['verified', 'refused', 'timed-out', 'broken'] as const

export type OrderRecord = NonNullable<Awaited<ReturnType<Stores['orders']['find']>>>

/** The device of a capture. Orders from before migration 0029 have neither `unit` nor `certificateEnds`. */
export type StoredDevice = Device & {
  /** A keyed hash of the device's maker (dpId), model (mi) and code (dc), in 32 hexadecimal digits. */
  unit?: string
  /** The end of the device certificate's validity, in ISO 8601. */
  certificateEnds?: string
}

/** The steps of an order until its verdict. The numbers are times in milliseconds since 1970. */
export type OrderSteps = {
  captured?: number | undefined
  claimed?: number
  server?: string
  fetched?: number
  asked?: number
  answered?: number
  /** The SHA-256 of the authority's signed answer, in hex. */
  answer?: string | undefined
  /** The id of the message that brings the result to the bank. */
  event?: string | undefined
  /** The id of the outbox entry that informs the account holder, directly or through the bank. */
  told?: string | undefined
}

/** Only a mismatch counts as one of the day's failures of a reference. */
export type ClaimOutcome = 'verified' | 'mismatched' | 'other'

export type KycException = NonNullable<Awaited<ReturnType<Stores['exceptions']['find']>>>

/** A consent text of the bank. `text` contains its items and headings as JSON. */
export type PublishedConsentText = { hash: string; version: string; language: string; text: string }
