import type { AuthoritySource } from '@ekyc/contract/authority-errors'
import type { Consent } from '@ekyc/contract/shapes'
import type { FinalStatus, Privilege } from '@ekyc/contract/words'

/**
 * What the rules keep, one store a noun, each method named for the question it answers. All moments are the caller's
 * clock. `Database.transaction` gives the same stores inside one transaction: what is written there is written whole
 * or not at all.
 */
export type Database = Stores & {
  /** The stores on one connection: what is asked together leaves together. No transaction. */
  together<T>(work: (stores: Stores) => Promise<T>): Promise<T>
  transaction<T>(work: (stores: Stores) => Promise<T>): Promise<T>
}

export type Stores = {
  agents: AgentStore
  sessions: SessionStore
  signInAttempts: SignInAttemptStore
  oneTimePasswords: OneTimePasswordStore
  orders: OrderStore
  references: ReferenceStore
  quotas: QuotaStore
  dailyCounts: DailyCountStore
  outbox: OutboxStore
  audit: AuditStore
}

export type Agent = {
  id: string
  mobile: string
  name: string
  email: string
  addressLine1: string
  addressLine2: string
  passwordHash: string | null
  resetDemanded: boolean
  disabledOn: Date | null
}

export type AgentStore = {
  findByMobile(mobile: string): Promise<Agent | undefined>
  /** Holds the agent as it was read until the transaction ends. @returns false when it has changed since */
  holdUnchanged(agent: Agent): Promise<boolean>
  rolesOf(agentId: string): Promise<string[]>
  /** The role's privileges less those withheld from the agent. */
  privilegesOf(agentId: string, roleId: string): Promise<Privilege[]>
  setPassword(agentId: string, passwordHash: string): Promise<void>
  /** The same password hashed anew; nothing happens when `from` is no longer the agent's. */
  replacePasswordHash(agentId: string, from: string, to: string): Promise<void>
}

/** The agent behind a token, with what the database grants at this moment. */
export type Caller = Pick<Agent, 'mobile' | 'name' | 'email' | 'addressLine1' | 'addressLine2'> & {
  agentId: string
  roles: string[]
  privileges: Privilege[]
}

export type SessionStore = {
  /** Opens a session and ends the agent's oldest beyond `keep`. */
  open(
    session: { tokenHash: Uint8Array; agentId: string; openedOn: Date; expiresOn: Date },
    keep: number,
  ): Promise<void>
  /** The caller of a live session of an agent who is not disabled. */
  findCaller(tokenHash: Uint8Array, at: Date, idleSince: Date | undefined): Promise<Caller | undefined>
  end(tokenHash: Uint8Array): Promise<void>
  /** An end that was seen is one for good: a clock that is set back brings no session back. */
  endIfOver(tokenHash: Uint8Array, at: Date, idleSince: Date | undefined): Promise<void>
  endAllOf(agentId: string): Promise<void>
}

export type SignInAttemptStore = {
  markVerified(mobile: string, until: Date): Promise<void>
  isVerified(mobile: string, at: Date): Promise<boolean>
  /**
   * Counts one more try before it is made, so that parallel guesses cannot all slip past the limit. The count is that
   * of the address where the phone is trusted there, else the one all other addresses share.
   * @param attempt.latestWait no wait ends later
   * @param attempt.waits until when the phone must wait after its first, second … failure; the last is for all beyond
   * @returns until when the phone must wait, if it must; nothing is counted then
   */
  take(attempt: {
    mobile: string
    address: string
    at: Date
    latestWait: Date
    waits: (Date | null)[]
  }): Promise<{ waitUntil: Date } | 'taken'>
  /** The try was right: forget the count that it used, and trust the address. */
  forgive(attempt: { mobile: string; address: string; at: Date; trustedUntil: Date }): Promise<void>
  /** Ends every wait of the phone. */
  unblock(mobile: string): Promise<void>
  countFailures(address: string, since: Date): Promise<number>
  markFailure(address: string, at: Date): Promise<void>
  /** @returns false when the address has checked the phone since then */
  markCheck(check: { address: string; mobile: string; at: Date; since: Date }): Promise<boolean>
  hasChecked(address: string, mobile: string, since: Date): Promise<boolean>
}

export type OneTimePasswordPurpose = 'first-time' | 'reset' | 'change'

export type OneTimePassword = {
  mobile: string
  refId: string
  purpose: OneTimePasswordPurpose
  /** null: nobody has this phone; no code was made and none is right. */
  codeHash: Uint8Array | null
  sentOn: Date
  expiresOn: Date
  triesLeft: number
}

export type OneTimePasswordStore = {
  /** The phone's last one, locked until the transaction ends. */
  findForUpdate(mobile: string): Promise<OneTimePassword | undefined>
  put(oneTimePassword: OneTimePassword): Promise<void>
  recordSend(send: { mobile: string; address: string; at: Date }): Promise<void>
  sendsSince(mobile: string, since: Date): Promise<{ address: string; sentOn: Date }[]>
  /** Counts one try of a live one before it is compared; undefined when there is none to try. */
  takeTry(
    mobile: string,
    refId: string,
    live: { at: Date; latestEnd: Date },
  ): Promise<OneTimePassword | undefined>
  /** An end that was seen is one for good: a clock that is set back brings no code back. */
  endIfOver(mobile: string, at: Date): Promise<void>
  /** @returns false when it had been used already */
  use(mobile: string, refId: string, at: Date): Promise<boolean>
}

export type StoredOutcome = 'verified' | 'refused' | 'timed-out' | 'broken'

export type OrderRecord = {
  agentId: string
  id: string
  reference: string
  status: 'INIT' | 'SUBMITTING' | 'EXPIRED' | FinalStatus
  createdOn: Date
  expiresOn: Date
  transactionId: string | null
  outcome: StoredOutcome | null
  message: string | null
  errorSource: AuthoritySource | null
  errorCode: string | null
  action: string | null
}

export type OpenOrder = Pick<OrderRecord, 'id' | 'status' | 'expiresOn'>

export type OrderVerdict = {
  status: FinalStatus
  outcome: StoredOutcome
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

export type OrderStore = {
  find(agentId: string, id: string): Promise<OrderRecord | undefined>
  findOpen(agentId: string, reference: string): Promise<OpenOrder | undefined>
  /** Closes the agent's unsubmitted orders for the reference that have run out. */
  expire(agentId: string, reference: string, at: Date): Promise<void>
  /** @throws Outrun when another call has opened the agent's order for the reference */
  open(order: {
    agentId: string
    id: string
    reference: string
    createdOn: Date
    expiresOn: Date
  }): Promise<void>
  /** INIT → SUBMITTING. @throws Outrun when the order was not INIT (any more) */
  claim(claim: {
    agentId: string
    id: string
    at: Date
    leaseToken: string
    leaseUntil: Date
    transactionId: string
    consent: Consent | undefined
  }): Promise<void>
  /** @returns false when these bytes were submitted before; the caller then rolls back */
  useCapture(use: {
    captureHashes: Uint8Array[]
    agentId: string
    orderId: string
    at: Date
  }): Promise<boolean>
  /** SUBMITTING → final, only where the lease token still holds. @throws Outrun when it does not */
  settle(settle: {
    agentId: string
    id: string
    leaseToken: string
    at: Date
    verdict: OrderVerdict
  }): Promise<OrderRecord>
  /**
   * Claims whose lease has run out, or ends later than a lease can, each taken over under a new token by exactly one
   * asker.
   */
  takeOverExpired(
    at: Date,
    latestLease: Date,
    newLease: { leaseToken: string; leaseUntil: Date },
  ): Promise<OrderRecord[]>
  /** Finished orders, newest first. */
  page(query: OrderQuery & { offset: number; limit: number }): Promise<FinishedOrder[]>
  count(query: OrderQuery): Promise<number>
}

/** from inclusive, before exclusive */
export type OrderQuery = { agentId: string; from: Date | undefined; before: Date | undefined }

export type ClaimEnd = 'succeeded' | 'mismatched' | 'neither'

export type ReferenceStore = {
  /** What has been decided by then: an order that runs counts for nothing yet. */
  standing(reference: string, at: Date): Promise<{ succeeded: boolean; failuresToday: number }>
  /**
   * Keeps the reference for one order until its verdict, and counts a failure of the day beforehand.
   * @param claim.latestHold no claim ends later
   * @returns false when KYC has succeeded, has failed too often on that day, or runs for another order
   */
  claim(claim: {
    reference: string
    orderId: string
    at: Date
    day: string
    holdUntil: Date
    latestHold: Date
    mostFailures: number
  }): Promise<boolean>
  /**
   * Ends the order's claim; the failure counted beforehand stays only where the finger did not match.
   * @returns false when the order has no claim (any more)
   */
  release(release: { reference: string; orderId: string; at: Date; end: ClaimEnd }): Promise<boolean>
}

/** What a subject, an agent's id or an address, has taken of a kind since its first. */
export type QuotaStore = {
  /**
   * Takes one more. A first one before `since`, or later than `latest`, counts no longer.
   * @returns false when `limit` are taken
   */
  take(quota: {
    subject: string
    kind: string
    at: Date
    since: Date
    latest: Date
    limit: number
  }): Promise<boolean>
  /** When the first of a spent quota was taken; undefined while some are left. */
  spentSince(quota: { subject: string; kind: string; since: Date; limit: number }): Promise<Date | undefined>
  /** @param quota.at when it was taken */
  giveBack(quota: { subject: string; kind: string; at: Date }): Promise<void>
}

export type CountedEvent = 'kycSuccess' | 'kycFailure' | 'login'

export type DailyCountStore = {
  add(agentId: string, day: string, event: CountedEvent): Promise<void>
  /** Sums by month ('YYYY-MM') from the day on, oldest first; months without a row are absent. */
  byMonth(agentId: string, fromDay: string): Promise<({ month: string } & Record<CountedEvent, number>)[]>
}

export type OutboxKind = 'sms' | 'kyc-result'

export type OutboxEntry = {
  agentId: string
  id: string
  kind: OutboxKind
  body: Uint8Array
  expiresOn: Date
  attempts: number
}

export type OutboxStore = {
  put(entry: {
    agentId: string
    id: string
    kind: OutboxKind
    body: Uint8Array
    at: Date
    expiresOn: Date
  }): Promise<void>
  /** Due entries, each given to exactly one asker until `heldUntil`. */
  takeDue(at: Date, heldUntil: Date, limit: number): Promise<OutboxEntry[]>
  /** Makes due at once what waits longer than anything can. */
  recall(at: Date, latestAttempt: Date): Promise<void>
  /** Erases the body. */
  markDelivered(agentId: string, id: string, at: Date): Promise<void>
  reschedule(agentId: string, id: string, nextAttemptOn: Date, error: string): Promise<void>
  /** Gives up and erases the body. */
  markDead(agentId: string, id: string, at: Date, error: string): Promise<void>
}

export type AuditEvent = {
  at: Date
  actorKind: 'agent' | 'admin' | 'system' | 'stranger'
  agentId: string | undefined
  /** Who: a mobile, masked where it is not an agent's; an operator's name; 'server'. */
  actor: string
  /** noun.verb, such as 'order.submitted' */
  action: string
  subject: string
  outcome: string
  requestId: string | undefined
  traceId: string | undefined
  address: string | undefined
}

export type AuditStore = { append(event: AuditEvent): Promise<void> }
