import type { AuthoritySource } from '@ekyc/contract/authority-errors'
import type { ExceptionDecision, StoredReason } from '@ekyc/contract/exceptions'
import type { Device, KeptConsent } from '@ekyc/contract/shapes'
import { finalStatuses, type FinalStatus, type OutsideService } from '@ekyc/contract/words'

import type { DayPeriod, Period } from '../calendar.ts'

export const orderOutcomes = ['verified', 'refused', 'timed-out', 'broken'] as const
export type OrderOutcome = (typeof orderOutcomes)[number]

export const orderStatuses = ['INIT', 'SUBMITTING', 'EXPIRED', ...finalStatuses] as const

export type OrderRecord = {
  agentId: string
  id: string
  reference: string
  status: (typeof orderStatuses)[number]
  createdOn: Date
  expiresOn: Date
  transactionId: string | null
  outcome: OrderOutcome | null
  message: string | null
  errorSource: AuthoritySource | null
  errorCode: string | null
  action: string | null
  completedOn: Date | null
  consent: KeptConsent | null
  device: StoredDevice | null
}

/** The key of an order. The month of `createdOn` tells which partition contains the order. */
export type OrderKey = Pick<OrderRecord, 'agentId' | 'id' | 'createdOn'>

export type OrderVerdict = {
  status: FinalStatus
  outcome: OrderOutcome
  message: string
  errorSource: AuthoritySource | null
  errorCode: string | null
  authorityCode: string | null
  action: string | null
}

export type FinishedOrder = Pick<OrderRecord, 'id' | 'reference' | 'createdOn'> & {
  status: FinalStatus
  transactionId: string
  message: string
}

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

export type OrderStore = {
  find(agentId: string, id: string): Promise<OrderRecord | undefined>
  /** Finds the agent's open order for the reference, created in the period `opened`, or at any time if undefined. */
  findOpen(
    agentId: string,
    reference: string,
    opened?: Period,
  ): Promise<(OrderKey & Pick<OrderRecord, 'status' | 'expiresOn'>) | undefined>
  /** Marks the order as expired if its time is over and it was not submitted. */
  expire(order: OrderKey, at: Date): Promise<void>
  /** Stores a new order. @throws Conflict when another call has opened an order of the agent for the reference */
  open(order: {
    agentId: string
    id: string
    reference: string
    createdOn: Date
    expiresOn: Date
  }): Promise<void>
  /**
   * Changes the order from INIT to SUBMITTING.
   * @throws Conflict when the order is not in INIT
   */
  claim(claim: {
    order: OrderKey
    at: Date
    leaseToken: string
    leaseUntil: Date
    transactionId: string
    consent: KeptConsent | undefined
    device: StoredDevice
    steps?: OrderSteps
  }): Promise<void>
  /** Stores the hashes of a capture. @returns false if the capture was submitted before; the caller then rolls back */
  useCapture(use: {
    captureHashes: Uint8Array[]
    agentId: string
    orderId: string
    at: Date
  }): Promise<boolean>
  /** Changes the order from SUBMITTING to a final status. @throws Conflict when the lease token is no longer valid */
  settle(settle: {
    order: OrderKey
    leaseToken: string
    at: Date
    verdict: OrderVerdict
    steps?: OrderSteps
  }): Promise<OrderRecord>
  /**
   * Takes over orders whose lease has ended, or ends later than any lease can. The orders get `newLease`. Of parallel
   * callers, only one takes over an order.
   */
  takeOverExpired(
    expired: { at: Date; latestLease: Date; opened: Period | undefined },
    newLease: { leaseToken: string; leaseUntil: Date },
  ): Promise<OrderRecord[]>
  /**
   * Returns a page of finished orders, newest first, and the total number of orders that the filter finds.
   */
  page(
    query: OrderQuery & { offset: number; limit: number },
  ): Promise<{ orders: FinishedOrder[]; total: number }>
  /**
   * Finds finished orders, newest first. `text` is a whole reference, order id or transaction id, in upper or lower
   * case. An empty `text` finds every order.
   * @param search.after the order after which the search continues
   */
  search(
    search: OrderQuery & {
      text: string
      after: Pick<OrderRecord, 'id' | 'createdOn'> | undefined
      limit: number
    },
  ): Promise<FinishedOrder[]>
}

export type OrderQuery = {
  agentId: string
  from: Date | undefined
  before: Date | undefined
  status: FinalStatus | undefined
}

export type ClaimOutcome = 'succeeded' | 'mismatched' | 'neither'

export type ReferenceStore = {
  /** Reads the results of the reference's settled orders. A running order does not count yet. */
  history(reference: string, at: Date): Promise<{ succeeded: boolean; failuresToday: number }>
  /**
   * Claims the reference for one order until `release` or `holdUntil`. The claim counts as a failure of the day.
   * @param claim.latestHold a stored claim that ends later than this time is ignored
   * @returns the number of failures of the day, with this one; undefined when KYC has succeeded, has failed too often
   * on that day, or is running for another order
   */
  claim(claim: {
    reference: string
    orderId: string
    at: Date
    day: string
    holdUntil: Date
    latestHold: Date
    mostFailures: number
  }): Promise<number | undefined>
  /** Stores that an order belongs to the reference, so that the bank's staff can find the order by its reference. */
  addOrder(reference: string, order: OrderKey): Promise<void>
  /**
   * Ends the order's claim. The failure that was counted in advance stays only after a mismatch.
   * @returns false if the order has no claim
   */
  release(release: { reference: string; orderId: string; at: Date; end: ClaimOutcome }): Promise<boolean>
}

/** The record of a customer whose finger cannot be read. A person of the bank decides about the customer. */
export type KycException = {
  reason: StoredReason
  openedOn: Date
  dueBy: Date
  tries: number
  decision: ExceptionDecision | null
}

export type ExceptionStore = {
  /**
   * Opens the order's exception, or changes the reason of an open one. The server's own reason never replaces an
   * existing reason.
   * @param exception.needs the encrypted special needs of a customer with a disability
   * @returns undefined if the exception was already decided
   */
  put(
    exception: {
      agentId: string
      orderId: string
      reference: string
      needs: Uint8Array | undefined
    } & Omit<KycException, 'decision'>,
  ): Promise<KycException | undefined>
  find(agentId: string, orderId: string): Promise<KycException | undefined>
}

export type FailingService = {
  service: OutsideService
  since: Date
  latest: Date
  failed: number
  hasFailedForSeveral: boolean
}

/** A consent text of the bank. `text` contains its items and headings as JSON. */
export type PublishedConsentText = { hash: string; version: string; language: string; text: string }

/** The device of a capture, with the column names of the tables `device_units` and `device_models`. */
export type DeviceNames = { model: string; maker: string; service: string; driver: string }

type CountedEvent = 'kycSuccess' | 'kycFailure' | 'login'

export type DailyCountStore = {
  add(agentId: string, day: string, event: CountedEvent): Promise<void>
  /** Returns the sums of the daily counts by month ('YYYY-MM'), oldest first. Months without a row are left out. */
  byMonth(agentId: string, days: DayPeriod): Promise<({ month: string } & Record<CountedEvent, number>)[]>
}
