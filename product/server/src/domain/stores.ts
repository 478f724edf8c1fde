import type { AuthoritySource } from '@ekyc/contract/authority-errors'
import type { ExceptionDecision, StoredReason } from '@ekyc/contract/exceptions'
import type { UnverifiedCode } from '@ekyc/contract/refusals'
import type { Device, KeptConsent } from '@ekyc/contract/shapes'
import { finalStatuses, type FinalStatus, type OutsideService, type Privilege } from '@ekyc/contract/words'

import type { FraudFinding } from './fraud-rules.ts'
import type { UserAgent } from './user-agent.ts'
import type { WatchedOrder } from './watched-order.ts'

/**
 * The stores of the rules, one per noun; each method is named after the question that it answers. All moments come from
 * the caller's clock. `Database.transaction` gives the same stores inside one transaction.
 */
export type Database = DatabaseOf<keyof Stores>

/** The database with only the stores that a rule uses. */
export type DatabaseOf<Name extends keyof Stores> = Pick<Stores, Name> & {
  /** Runs work with stores on one connection, where concurrent statements are pipelined. It is no transaction. */
  pipelined<T>(work: (stores: Pick<Stores, Name>) => Promise<T>, sending?: Sending): Promise<T>
  transaction<T>(work: (stores: Pick<Stores, Name>) => Promise<T>, sending?: Sending): Promise<T>
}

/**
 * 'as-one': the concurrent statements travel as one, which costs less. All or none of them run, and none sees the
 * writes of another.
 */
export type Sending = 'each' | 'as-one'

export type Stores = {
  agents: AgentStore
  sessions: SessionStore
  signInAttempts: SignInAttemptStore
  oneTimePasswords: OneTimePasswordStore
  passkeys: PasskeyStore
  orders: OrderStore
  references: ReferenceStore
  exceptions: ExceptionStore
  quotas: QuotaStore
  dailyCounts: DailyCountStore
  outbox: OutboxStore
  serviceMinutes: ServiceMinuteStore
  consentTexts: ConsentTextStore
  otpMinutes: OtpMinuteStore
  devices: DeviceStore
  fraud: FraudStore
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
  /** True for a program of the bank that tries the portal. */
  isSynthetic: boolean
  /** When a password alone first logged in while a second factor was required. */
  graceBeganOn: Date | null
}

export type AgentStore = {
  findByMobile(mobile: string): Promise<Agent | undefined>
  /**
   * Locks the agent until the transaction ends.
   * @returns false if the agent changed since it was read
   */
  holdUnchanged(agent: Agent): Promise<boolean>
  rolesOf(agentId: string): Promise<string[]>
  /** Lists the role's privileges except those withheld from the agent. */
  privilegesOf(agentId: string, roleId: string): Promise<Privilege[]>
  setPassword(agentId: string, passwordHash: string): Promise<void>
  /** Begins the agent's days of grace, unless they have begun. */
  beginGrace(agentId: string, at: Date): Promise<void>
  /** Replaces the hash of an unchanged password; does nothing if the agent's hash differs from `from`. */
  replacePasswordHash(agentId: string, from: string, to: string): Promise<void>
}

/** The owner of a token, with the present roles and privileges. */
export type Caller = Pick<Agent, 'mobile' | 'name' | 'email' | 'addressLine1' | 'addressLine2'> &
  Operator & {
    agentId: string
    isSynthetic: boolean
    roles: string[]
    privileges: Privilege[]
  }

/** The facts that decide whether, and how much, an agent may work. */
export type Operator = {
  /** 'low', 'medium' or 'high'; '' counts as medium. */
  risk: string
  branch: string
  outlet: string
  /** The India day of the bank's last KYC of the agent, or ''. */
  kycOn: string
  /** The India day of the last order, or of the start; null if it is not counted yet. */
  activeOn: string | null
  /** True if a rule against fraud has stopped the agent. */
  isStopped: boolean
}

export type SessionStore = {
  /** Opens a session and ends the agent's oldest sessions beyond `keep`. */
  open(
    session: {
      tokenHash: Uint8Array
      agentId: string
      openedOn: Date
      expiresOn: Date
      keyThumbprint: Uint8Array | null
      mac: Uint8Array
    } & UserAgent,
    keep: number,
  ): Promise<void>
  /** Finds the owner of a live session; a disabled owner does not count. */
  findCaller(
    tokenHash: Uint8Array,
    at: Date,
    idleSince: Date | undefined,
  ): Promise<
    { caller: Caller; keyThumbprint: Uint8Array | null; expiresOn: Date; mac: Uint8Array | null } | undefined
  >
  end(tokenHash: Uint8Array): Promise<void>
  /** Lists the live sessions of the agent, the last used first. */
  listOf(
    agentId: string,
    tokenHashes: Uint8Array[],
    at: Date,
    idleSince: Date | undefined,
  ): Promise<SessionInUse[]>
  /**
   * Ends the agent's session with the id, or all except one.
   * @returns the number of ended live sessions
   */
  endSome(
    which: { agentId: string; at: Date } & ({ id: string } | { exceptHashes: Uint8Array[] }),
  ): Promise<number>
  /** Ends an expired session permanently, so that a clock that is set back does not revive it. */
  endIfOver(tokenHash: Uint8Array, at: Date, idleSince: Date | undefined): Promise<void>
  endAllOf(agentId: string): Promise<void>
}

/** isCurrent: true for the session that asks */
export type SessionInUse = UserAgent & { id: string; openedOn: Date; lastSeenOn: Date; isCurrent: boolean }

/** isLocked: true if any requester's failures have locked the phone's password */
export type CountedRequester = { address: string; provenOn: Date | null; isLocked: boolean }

export type SignInAttemptStore = {
  markVerified(mobile: string, until: Date): Promise<void>
  isVerified(mobile: string, at: Date): Promise<boolean>
  /** Lists the devices and addresses from which the phone has logged in and that are still trusted. */
  trustedOf(mobile: string, requesters: string[], at: Date): Promise<string[]>
  /**
   * Counts a try before the comparison, so that parallel guesses cannot exceed the limit. A trusted device or address
   * has its own count; all others share one.
   * @param attempt.counted the answer of `countedOf`, read earlier to save a round trip
   * @param attempt.requesters the device, if any, and the address
   * @param attempt.latestWait the latest end of a wait
   * @param attempt.lock the end of a lock, which is no wait
   * @param attempt.waits the ends of the waits after the first, second … failure; the last one repeats
   * @returns 'taken'; 'last' if the password is locked now, unless the try is right; or the end of a running wait, in
   *   which nothing is counted
   */
  take(attempt: {
    mobile: string
    requesters: string[]
    counted: string
    at: Date
    latestWait: Date
    waits: (Date | null)[]
    lock: Date
  }): Promise<{ waitUntil: Date } | 'taken' | 'last'>
  /**
   * Returns the requester against which an attempt's failures count: the first trusted one, or '' if none is trusted.
   */
  countedOf(ask: { mobile: string; requesters: string[]; at: Date; lock: Date }): Promise<CountedRequester>
  /** Clears the count of the requester, whose password was right. It gains no trust. */
  clear(mobile: string, counted: string): Promise<void>
  /**
   * Clears the count after a right password, and trusts each requester until its time.
   * @param attempt.provenOn when more than the password was shown, if it was
   */
  forgive(attempt: {
    mobile: string
    requesters: string[]
    at: Date
    trustedUntil: Date[]
    provenOn: Date | null
  }): Promise<void>
  /** Ends every wait of the phone. */
  unblock(mobile: string): Promise<void>
  countFailures(period: { requester: string; since: Date; latest: Date }): Promise<number>
  markFailure(requester: string, at: Date): Promise<void>
  /** @returns false if the address has checked the phone since then */
  markCheck(check: { address: string; mobile: string; at: Date; since: Date }): Promise<boolean>
  hasChecked(address: string, mobile: string, since: Date): Promise<boolean>
}

export const oneTimePasswordPurposes = ['first-time', 'reset', 'change', 'passkey', 'log-in'] as const
export type OneTimePasswordPurpose = (typeof oneTimePasswordPurposes)[number]

/** A requester's handle of a one-time password. */
export type OneTimePassword = {
  mobile: string
  requester: string
  refId: string
  /** Identifies the code. All handles that joined the bank's code share it. */
  codeId: string
  purpose: OneTimePasswordPurpose
  /** null if nothing was sent, so that no code is right. */
  codeHash: Uint8Array | null
  /** Two digits that both screen and SMS show. */
  mark: string
  isKnown: boolean
  sentOn: Date
  expiresOn: Date
  triesLeft: number
  usedOn: Date | null
}

export type OneTimePasswordSend = { requester: string; sentOn: Date; takesShare: boolean }

export type OneTimePasswordStore = {
  /**
   * Locks the address and the phone until the transaction ends, and reads all facts that decide a request.
   * @returns trusted: those of `requesters` from which the phone has logged in; otherPhones: when the address last
   * asked for each other phone since `hourAgo`
   */
  hold(ask: {
    mobile: string
    address: string
    widerNetwork: string
    requesters: string[]
    at: Date
    dayAgo: Date
    hourAgo: Date
  }): Promise<{
    trusted: string[]
    codes: OneTimePassword[]
    sends: OneTimePasswordSend[]
    otherPhones: Date[]
    /** The same times of the wider network. */
    phonesOfWiderNetwork: Date[]
  }>
  /** Writes a handle in place of the requester's last one. */
  put(code: Omit<OneTimePassword, 'usedOn'>): Promise<void>
  recordSend(send: { mobile: string; requester: string; at: Date; takesShare: boolean }): Promise<void>
  markPhone(mark: { address: string; mobile: string; at: Date }): Promise<void>
  /** Removes the code from all its handles, so that no guess is right. */
  makeUseless(mobile: string, codeId: string): Promise<void>
  /** Removes the requester's codes from all their handles, so that no guess is right. */
  endCodesOf(mobile: string, requester: string): Promise<void>
  /**
   * Locks the requester's guesses until the transaction ends, and counts this one before the code is compared.
   * @returns code: the stored code of the handle, if there is one; isTried: the code is valid and the guess was counted;
   *   wrongOnes: the times of the requester's wrong guesses since `hourAgo`
   */
  takeTry(guess: {
    mobile: string
    refId: string
    requester: string
    widerNetwork: string
    at: Date
    latestEnd: Date
    hourAgo: Date
  }): Promise<{
    code: OneTimePassword | undefined
    isTried: boolean
    wrongOnes: Date[]
    /** The same times of the wider network. */
    wrongOfWiderNetwork: Date[]
  }>
  markWrong(mark: { requester: string; at: Date }): Promise<void>
  /** Ends expired handles permanently, so that a clock that is set back does not revive them. */
  endIfOver(mobile: string, at: Date): Promise<void>
  /**
   * Ends all handles of the code.
   * @returns false if the code was used before
   */
  use(mobile: string, refId: string, at: Date): Promise<boolean>
}

/** 'prove': signs with a passkey of the account, to add another */
export type PasskeyPurpose = 'add' | 'log-in' | 'prove'

export type PasskeyOf = { credentialId: Uint8Array; name: string; createdOn: Date; lastUsedOn: Date | null }

export type PasskeyStore = {
  /** Adds a challenge to the requester's others for the phone and purpose, and drops the oldest beyond `keep`. */
  putChallenge(
    challenge: {
      mobile: string
      challengeHash: Uint8Array
      purpose: PasskeyPurpose
      requester: string
      expiresOn: Date
    },
    keep: number,
  ): Promise<void>
  /**
   * Uses up a challenge.
   * @param challenge.latestEnd the latest end of a challenge
   * @returns false if it is unknown, used or expired
   */
  takeChallenge(challenge: {
    mobile: string
    challengeHash: Uint8Array
    purpose: PasskeyPurpose
    at: Date
    latestEnd: Date
  }): Promise<boolean>
  /** Lists the newest first. */
  listOf(agentId: string): Promise<PasskeyOf[]>
  find(agentId: string, credentialId: Uint8Array): Promise<{ publicKey: Uint8Array } | undefined>
  /**
   * Adds a passkey and removes the agent's oldest beyond `keep`.
   * @returns false if an agent already has the credential; then nothing is changed
   */
  add(
    passkey: {
      agentId: string
      credentialId: Uint8Array
      publicKey: Uint8Array
      signCount: number
      name: string
      at: Date
    },
    keep: number,
  ): Promise<boolean>
  /**
   * Writes the signature counter and the time.
   * @returns false if the counter did not rise: the passkey may be a copy
   */
  countUse(use: { agentId: string; credentialId: Uint8Array; signCount: number; at: Date }): Promise<boolean>
  /** @returns false if the agent has no such passkey */
  remove(agentId: string, credentialId: Uint8Array): Promise<boolean>
  removeOthers(agentId: string, keep: Uint8Array[]): Promise<void>
}

export const storedOutcomes = ['verified', 'refused', 'timed-out', 'broken'] as const
export type StoredOutcome = (typeof storedOutcomes)[number]

export const storedStatuses = ['INIT', 'SUBMITTING', 'EXPIRED', ...finalStatuses] as const

export type OrderRecord = {
  agentId: string
  id: string
  reference: string
  status: (typeof storedStatuses)[number]
  createdOn: Date
  expiresOn: Date
  transactionId: string | null
  outcome: StoredOutcome | null
  message: string | null
  errorSource: AuthoritySource | null
  errorCode: string | null
  action: string | null
}

export type OpenOrder = Pick<OrderRecord, 'agentId' | 'id' | 'status' | 'createdOn' | 'expiresOn'>

/** The key of an order; the month of its creation tells which partition has it. */
export type OrderKey = Pick<OrderRecord, 'agentId' | 'id' | 'createdOn'>

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

/**
 * The capture's device. Orders of versions before migration 0029 know neither unit nor certificate.
 */
export type KeptDevice = Device & {
  /** A keyed hash of the maker and the device's own number, 32 hexadecimal digits. */
  unit?: string
  /** ISO 8601. */
  certificateEnds?: string
}

/** The moments between claim and verdict, in milliseconds since 1970. */
export type OrderSteps = {
  captured?: number | undefined
  claimed?: number
  /** The server that claimed the order. */
  server?: string
  fetched?: number
  asked?: number
  answered?: number
  /** The SHA-256 of the authority's signed answer. */
  answer?: string | undefined
  /** The outbox entry of the result. */
  event?: string | undefined
  /** The outbox entry that tells the holder, or has the bank tell her. */
  told?: string | undefined
}

export type OrderDetails = OrderRecord & {
  completedOn: Date | null
  consent: KeptConsent | null
  device: KeptDevice | null
}

export type OrderStore = {
  find(agentId: string, id: string): Promise<OrderRecord | undefined>
  details(agentId: string, id: string): Promise<OrderDetails | undefined>
  /** @param opened the months in which the order was opened; all months if absent */
  findOpen(agentId: string, reference: string, opened?: Period): Promise<OpenOrder | undefined>
  /** Closes the order if it has expired and was not submitted. */
  expire(order: OrderKey, at: Date): Promise<void>
  /** @throws Conflict when another call opened the agent's order for the reference */
  open(order: {
    agentId: string
    id: string
    reference: string
    createdOn: Date
    expiresOn: Date
  }): Promise<void>
  /**
   * INIT → SUBMITTING.
   * @throws Conflict when the order is not (or no longer) INIT
   */
  claim(claim: {
    order: OrderKey
    at: Date
    leaseToken: string
    leaseUntil: Date
    transactionId: string
    consent: KeptConsent | undefined
    device: KeptDevice
    steps?: OrderSteps
  }): Promise<void>
  /** @returns false when this capture was submitted before; the caller then rolls back */
  useCapture(use: {
    captureHashes: Uint8Array[]
    agentId: string
    orderId: string
    at: Date
  }): Promise<boolean>
  /** SUBMITTING → final, if the lease token still holds. @throws Conflict when it does not */
  settle(settle: {
    order: OrderKey
    leaseToken: string
    at: Date
    verdict: OrderVerdict
    steps?: OrderSteps
  }): Promise<OrderRecord>
  /**
   * Takes over claims whose lease has ended, or ends later than any lease can. Each gets a new token, for exactly one
   * caller.
   */
  takeOverExpired(
    expired: { at: Date; latestLease: Date; opened: Period | undefined },
    newLease: { leaseToken: string; leaseUntil: Date },
  ): Promise<OrderRecord[]>
  /**
   * Returns finished orders, newest first, and their number. An order later than `at` can only come from another
   * server's clock.
   */
  page(
    query: OrderQuery & { at: Date; offset: number; limit: number },
  ): Promise<{ orders: FinishedOrder[]; total: number }>
  /**
   * Returns finished orders by their whole reference, order id or transaction id, ignoring case, newest first; ''
   * returns every order.
   * @param search.after the order after which the search continues
   */
  search(
    search: OrderQuery & {
      text: string
      after: Pick<OrderRecord, 'id' | 'createdOn'> | undefined
      limit: number
    },
  ): Promise<FinishedOrder[]>
  /** Counts the finished orders of the month by their result, from the orders themselves. */
  results(agentId: string, month: Period): Promise<(OrderResult & { count: number })[]>
}

export type OrderResult = Pick<OrderRecord, 'outcome' | 'errorSource' | 'errorCode'>

/** `from` is inclusive, `before` exclusive. */
export type Period = { from: Date; before: Date }

/** `from` is inclusive, `before` exclusive; without a status both statuses. */
export type OrderQuery = {
  agentId: string
  from: Date | undefined
  before: Date | undefined
  status: FinalStatus | undefined
}

export type ClaimEnd = 'succeeded' | 'mismatched' | 'neither'

export type ReferenceStore = {
  /** Reads the decided results of the reference; a running order does not count yet. */
  history(reference: string, at: Date): Promise<{ succeeded: boolean; failuresToday: number }>
  /**
   * Holds the reference for one order until its verdict, and counts a failure of the day in advance.
   * @param claim.latestHold the latest end of a claim
   * @returns the failures of the day; undefined when KYC has succeeded, has failed too often on that day, or runs for
   *   another order
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
  /** Writes that an order is of the reference, for people of the bank who look for it. */
  addOrder(reference: string, order: OrderKey): Promise<void>
  /**
   * Ends the order's claim; the failure counted in advance stays only after a mismatch.
   * @returns false if the order has no claim
   */
  release(release: { reference: string; orderId: string; at: Date; end: ClaimEnd }): Promise<boolean>
}

/** A customer whose finger cannot be read, and about whom a person of the bank decides. */
export type KycException = {
  reason: StoredReason
  openedOn: Date
  dueBy: Date
  tries: number
  decision: ExceptionDecision | null
}

export type ExceptionStore = {
  /**
   * Opens the order's exception, or changes the reason of the open one; the server's own reason replaces none.
   * @param exception.needs sealed
   * @returns undefined if it was decided
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

/** Counts of a kind by subject: an agent's id or an address. */
export type QuotaStore = {
  /**
   * Takes one use. A count that began before `since` or after `latest` starts again.
   * @returns false if `limit` uses are taken
   */
  take(quota: {
    subject: string
    kind: string
    at: Date
    since: Date
    latest: Date
    limit: number
  }): Promise<boolean>
  /** Returns the time of the first use of a used-up quota; undefined while uses are left. */
  spentBetween(quota: {
    subject: string
    kind: string
    since: Date
    latest: Date
    limit: number
  }): Promise<Date | undefined>
  /** Returns a use to a count that began no later than `latest`. */
  giveBack(quota: { subject: string; kind: string; latest: Date }): Promise<void>
}

export type CountedEvent = 'kycSuccess' | 'kycFailure' | 'login'

export type DailyCountStore = {
  add(agentId: string, day: string, event: Exclude<CountedEvent, 'kycFailure'>): Promise<void>
  addFailure(agentId: string, day: string, reason: UnverifiedCode): Promise<void>
  /** Adds up the counts by month ('YYYY-MM'), oldest first; months without a row are absent. */
  byMonth(agentId: string, days: Days): Promise<({ month: string } & Record<CountedEvent, number>)[]>
  /** Lists the results of each day. */
  days(agentId: string, days: Days): Promise<DayResults[]>
}

/** `fromDay` is inclusive, `beforeDay` exclusive. */
export type Days = { fromDay: string; beforeDay: string }

/** `reasons` lacks failures that versions before migration 0018 counted. */
export type DayResults = {
  kycSuccess: number
  kycFailure: number
  reasons: Partial<Record<UnverifiedCode, number>> | null
}

export const outboxKinds = ['sms', 'kyc-result', 'holder-sms', 'kyc-failed'] as const
export type OutboxKind = (typeof outboxKinds)[number]

export type OutboxEntry = {
  agentId: string
  id: string
  kind: OutboxKind
  body: Uint8Array
  expiresOn: Date
  attempts: number
}

export type OutboxKey = Pick<OutboxEntry, 'agentId' | 'id'>

export type OutboxStore = {
  put(entry: {
    agentId: string
    id: string
    kind: OutboxKind
    body: Uint8Array
    at: Date
    expiresOn: Date
    /** Writes a message as already sent: without a body, and never due. */
    isDecoy?: boolean
  }): Promise<void>
  /** Takes the due ones of these entries; each belongs to exactly one caller until `heldUntil`. */
  take(kind: OutboxKind, keys: OutboxKey[], at: Date, heldUntil: Date): Promise<OutboxEntry[]>
  /** Takes due entries of a kind like `take`, but searches all entries. */
  takeDue(kind: OutboxKind, at: Date, heldUntil: Date, limit: number): Promise<OutboxEntry[]>
  /** Makes entries due whose wait is longer than any wait may be. */
  recall(at: Date, latestAttempt: Date): Promise<void>
  /** Marks the entry as delivered and erases its body. */
  markDelivered(agentId: string, id: string, at: Date): Promise<void>
  reschedule(agentId: string, id: string, nextAttemptOn: Date, error: string): Promise<void>
  /** Marks the entry as dead and erases its body. */
  markDead(agentId: string, id: string, at: Date, error: string): Promise<void>
}

/** The exchanges of all servers with a service, by minute. No call waits for these methods. */
export type ServiceMinuteStore = {
  /** @param minute.failedAgents one bit for each agent, as far as 31 bits distinguish agents */
  add(minute: {
    service: OutsideService
    minute: Date
    answered: number
    failed: number
    failedAgents: number
  }): Promise<void>
  /** Adds up, for each service, the minutes of the period since more exchanges fail than succeed. */
  failing(period: { since: Date; latest: Date }): Promise<FailingService[]>
}

export type FailingService = {
  service: OutsideService
  since: Date
  latest: Date
  failed: number
  failedAgents: number
}

/** A consent text of the bank. Its items and headings are JSON. */
export type PublishedConsentText = { hash: string; version: string; language: string; text: string }
export type KnownConsentText = Omit<PublishedConsentText, 'text'> & { lastPublishedOn: Date }

/** The texts that servers have published, kept as long as an order may name them. */
export type ConsentTextStore = {
  /** @returns the languages in which this version was published before with a different text */
  publish(texts: readonly PublishedConsentText[], at: Date): Promise<string[]>
  publishedSince(since: Date): Promise<KnownConsentText[]>
}

export const bankOtpKinds = ['sent', 'wrong'] as const
export type BankOtpKind = (typeof bankOtpKinds)[number]

/**
 * The counts of the bank's budget of one-time passwords, of all servers, by minute. No call waits for these methods.
 */
export type OtpMinuteStore = {
  add(minute: { kind: BankOtpKind; minute: Date; count: number }): Promise<void>
  /** Returns the sum of the day, and the sum of one of its minutes. */
  sums(period: {
    dayBegan: Date
    minute: Date
    latest: Date
  }): Promise<{ kind: BankOtpKind; ofDay: number; ofMinute: number }[]>
}

/** A capture's device, as `device_units` and `device_models` name it. */
export type SeenDevice = { model: string; maker: string; service: string; driver: string }

/** The orders that the rules against fraud look at, and what they find. No call waits for these methods. */
export type FraudStore = {
  /**
   * Adds the orders of a server to those of all, one server at a time until the transaction ends.
   * @returns newest: the ids that were not there before; orders: those of the same agents and customers, the oldest first;
   *   units: who used the same scanners
   */
  add(
    orders: ReadonlyMap<string, WatchedOrder>,
    since: { orders: Date; units: Date },
  ): Promise<{
    newest: Set<string>
    orders: (WatchedOrder & { id: string })[]
    units: { unit: string; agentId: string; lastOn: Date }[]
  }>
  /** Opens an alert for each, or brings the open one up to date, and stops the agents whom the bank wants stopped. */
  raise(findings: FraudFinding[], at: Date): Promise<void>
  /** Tells that the agents had an order on the India day. */
  tellActive(agentIds: string[], day: string): Promise<void>
}

/** The devices of captures and their verdicts. No call waits for these methods. */
export type DeviceStore = {
  addUnits(
    units: (SeenDevice & {
      unit: string
      agentId: string
      certificateEndsOn: Date
      seenOn: Date
    })[],
  ): Promise<void>
  /** @param verdicts.day the India day */
  addVerdicts(
    verdicts: (SeenDevice & { day: string; verified: number; failed: number; seenOn: Date })[],
  ): Promise<void>
}

export type AuditEvent = {
  at: Date
  /** 'synthetic' is a program of the bank that works as an agent. */
  actorKind: 'agent' | 'synthetic' | 'admin' | 'staff' | 'system' | 'stranger'
  agentId: string | undefined
  /** The actor's name: a mobile (masked for a stranger), the operator with the account, or 'server'. */
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
