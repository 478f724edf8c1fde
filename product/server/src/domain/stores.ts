import type { AuthoritySource } from '@ekyc/contract/authority-errors'
import type { AuditAction } from '@ekyc/contract/console/audit-actions'
import type { ExceptionDecision, StoredReason } from '@ekyc/contract/exceptions'
import type { Device, KeptConsent } from '@ekyc/contract/shapes'
import { finalStatuses, type FinalStatus, type OutsideService, type Privilege } from '@ekyc/contract/words'

import type { FraudFinding } from './fraud/fraud-rules.ts'
import type { UserAgent } from './sign-in/user-agent.ts'
import type { WatchedOrder } from './fraud/watched-order.ts'

/**
 * The database as the domain rules see it, with one store for each kind of record. Each method answers one question of
 * a rule or makes one change. All times come from the caller's clock. `transaction` gives the same stores inside one
 * transaction.
 */
export type Database = DatabaseOf<keyof Stores>

export type DatabaseOf<Name extends keyof Stores> = Pick<Stores, Name> & {
  /** Runs `work` without a transaction, with stores on one connection that pipelines concurrent statements. */
  pipelined<T>(work: (stores: Pick<Stores, Name>) => Promise<T>): Promise<T>
  transaction<T>(work: (stores: Pick<Stores, Name>) => Promise<T>): Promise<T>
}

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
  /**
   * The time of the first log-in with only a password while a second factor was required, or 1970 after a log-in with a
   * second factor. Null if there was neither.
   */
  graceBeganOn: Date | null
}

export type AgentStore = {
  findByMobile(mobile: string): Promise<Agent | undefined>
  /**
   * Locks the agent's row until the transaction ends.
   * @returns false if the agent was disabled, was reset or got another password since it was read
   */
  holdUnchanged(agent: Agent): Promise<boolean>
  rolesOf(agentId: string): Promise<string[]>
  /** Lists the privileges of the role, without those that are withheld from the agent. */
  privilegesOf(agentId: string, roleId: string): Promise<Privilege[]>
  setPassword(agentId: string, passwordHash: string): Promise<void>
  /** Begins the agent's days of grace, unless they have already begun before. */
  beginGrace(agentId: string, at: Date): Promise<void>
  /** Replaces the hash of an unchanged password. It does nothing if the agent's present hash differs from `from`. */
  replacePasswordHash(agentId: string, from: string, to: string): Promise<void>
}

/** The agent who owns a token, with the agent's present roles and privileges. */
export type Caller = Pick<Agent, 'mobile' | 'name' | 'email' | 'addressLine1' | 'addressLine2'> &
  Operator & {
    agentId: string
    roles: string[]
    privileges: Privilege[]
  }

/** The facts that decide whether an agent may work, and which limits apply. */
export type Operator = {
  /** The risk class: 'low', 'medium' or 'high'. '' counts as medium. */
  risk: string
  branch: string
  outlet: string
  /** The India day of the bank's last KYC of the agent, or '' if there is none. */
  kycOn: string
  /** The India day of the last order, or of the first count of orders if that is later. Null without either day. */
  activeOn: string | null
  /** True if a rule against fraud has stopped the agent. */
  isStopped: boolean
}

export type SessionStore = {
  /** Opens a session. If the agent then has more than `keep` sessions, the oldest ones end. */
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
  /** Finds the owner of a live session. The session of a disabled owner is not found. */
  findCaller(
    tokenHash: Uint8Array,
    at: Date,
    idleSince: Date | undefined,
  ): Promise<
    { caller: Caller; keyThumbprint: Uint8Array | null; expiresOn: Date; mac: Uint8Array | null } | undefined
  >
  end(tokenHash: Uint8Array): Promise<void>
  /** Lists the live sessions of the agent, most recently used first. */
  listOf(
    agentId: string,
    tokenHashes: Uint8Array[],
    at: Date,
    idleSince: Date | undefined,
  ): Promise<SessionInUse[]>
  /**
   * Ends the agent's session with the given id, or all sessions except the one with the given hashes.
   * @returns the number of live sessions that ended
   */
  endSome(
    which: { agentId: string; at: Date } & ({ id: string } | { exceptHashes: Uint8Array[] }),
  ): Promise<number>
  /** Ends an expired or idle session permanently, so that a clock that is set back does not revive it. */
  endIfOver(tokenHash: Uint8Array, at: Date, idleSince: Date | undefined): Promise<void>
  endAllOf(agentId: string): Promise<void>
}

/** A live session in a list. `isCurrent` is true for the session of the call that asks for the list. */
export type SessionInUse = UserAgent & { id: string; openedOn: Date; lastSeenOn: Date; isCurrent: boolean }

/** The requester whose count includes a log-in. */
export type CountedRequester = { address: string; provenOn: Date | null }

export type SignInAttemptStore = {
  markVerified(mobile: string, until: Date): Promise<void>
  isVerified(mobile: string, at: Date): Promise<boolean>
  /** Lists those requesters (devices and addresses) that are still trusted after an earlier log-in of the phone. */
  trustedOf(mobile: string, requesters: string[], at: Date): Promise<string[]>
  /**
   * Counts a log-in attempt before its password is compared, so that parallel guesses cannot exceed the limit. A
   * trusted device or address has its own count, and its own lock: a stranger can therefore not keep the agent out of
   * the own browser. All other requesters share one count.
   * @param attempt.counted the address that `countedOf` returned; reading it earlier saves a round trip
   * @param attempt.requesters the device, if any, and the address
   * @param attempt.latestWait the latest time at which a wait can end
   * @param attempt.lock a far future time; a wait that ends at this time is a lock without end
   * @param attempt.waits the ends of the waits after the first, second … failure; the last end also applies to all
   * later failures
   * @returns 'taken' if the attempt was counted; 'last' if it is the last allowed attempt, so that the password is now
   * locked unless it is right; the end of a running wait if the attempt was not counted
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
  /** Returns the requester to whose count an attempt belongs: the first trusted requester, or '' if none is trusted. */
  countedOf(ask: { mobile: string; requesters: string[]; at: Date }): Promise<CountedRequester>
  /** Clears the requester's count after a right password. The requester does not become trusted. */
  clear(mobile: string, counted: string): Promise<void>
  /**
   * Clears the count after a complete log-in, and trusts each requester until its time in `trustedUntil`.
   * @param attempt.provenOn the time of the log-in if the agent gave a second factor, otherwise null
   */
  forgive(attempt: {
    mobile: string
    requesters: string[]
    at: Date
    trustedUntil: Date[]
    provenOn: Date | null
  }): Promise<void>
  /** Ends every wait that failed log-ins have caused for the phone. */
  unblock(mobile: string): Promise<void>
  countFailures(period: { requester: string; since: Date; latest: Date }): Promise<number>
  markFailure(requester: string, at: Date): Promise<void>
  /** Records a checkUser call of an address for a phone. @returns false if an earlier one was made after `since` */
  markCheck(check: { address: string; mobile: string; at: Date; since: Date }): Promise<boolean>
  hasChecked(address: string, mobile: string, since: Date): Promise<boolean>
}

export const oneTimePasswordPurposes = ['first-time', 'reset', 'change', 'passkey', 'log-in'] as const
export type OneTimePasswordPurpose = (typeof oneTimePasswordPurposes)[number]

/** A handle with which a requester refers to a one-time password. */
export type OneTimePassword = {
  mobile: string
  requester: string
  refId: string
  /** The id of the code. All handles of the same code have the same id. */
  codeId: string
  purpose: OneTimePasswordPurpose
  /** The hash of the code, or null if no code was sent. Without a hash, every guess is wrong. */
  codeHash: Uint8Array | null
  /** Two digits that the screen and the SMS both show. */
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
   * Locks the address and the phone until the transaction ends, and reads the stored facts that decide a request for an
   * OTP.
   * @returns `trusted` has those `requesters` that are still trusted after a log-in of the phone. `otherPhones` has one
   * time for each other phone for which the address requested an OTP since `hourAgo`: the time of the last request.
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
    phonesOfWiderNetwork: Date[]
  }>
  /** Writes a handle, which replaces the requester's last handle for the phone. */
  put(code: Omit<OneTimePassword, 'usedOn'>): Promise<void>
  /** Lists the phones for which the bank has asked for an OTP that no server has sent yet. */
  listRequests(): Promise<string[]>
  /** Takes the bank's request for the phone. Returns the time of the request, or undefined if another server took it. */
  takeRequest(mobile: string): Promise<Date | undefined>
  recordSend(send: { mobile: string; requester: string; at: Date; takesShare: boolean }): Promise<void>
  markPhone(mark: { address: string; mobile: string; at: Date }): Promise<void>
  /** Removes the code from all its handles, so that every guess is wrong. */
  makeUseless(mobile: string, codeId: string): Promise<void>
  endCodesOf(mobile: string, requester: string): Promise<void>
  /**
   * Locks the requester's guesses until the transaction ends, and counts a guess before its code is compared.
   * @returns `code` is the stored code of the handle, if there is one. `isTried` is true if the code is valid and the
   * guess was counted. `wrongOnes` has the times of the requester's wrong guesses since `hourAgo`.
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
    wrongOfWiderNetwork: Date[]
  }>
  markWrong(mark: { requester: string; at: Date }): Promise<void>
  /** Ends expired handles permanently, so that a clock that is set back does not revive them. */
  endIfOver(mobile: string, at: Date): Promise<void>
  /**
   * Uses up the code of the handle, which ends all handles of this code.
   * @returns false if the code was used before
   */
  use(mobile: string, refId: string, at: Date): Promise<boolean>
}

/** The purpose of a challenge. For 'prove', a passkey of the account signs before another passkey is added. */
export type PasskeyPurpose = 'add' | 'log-in' | 'prove'

export type PasskeyOf = { credentialId: Uint8Array; name: string; createdOn: Date; lastUsedOn: Date | null }

export type PasskeyStore = {
  /** Adds a challenge. The requester keeps only the newest `keep` challenges for the phone and purpose. */
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
   * @param challenge.latestEnd the latest time at which a challenge can expire
   * @returns false if the challenge is unknown, used or expired
   */
  takeChallenge(challenge: {
    mobile: string
    challengeHash: Uint8Array
    purpose: PasskeyPurpose
    at: Date
    latestEnd: Date
  }): Promise<boolean>
  /** Lists the agent's passkeys, newest first. */
  listOf(agentId: string): Promise<PasskeyOf[]>
  find(
    agentId: string,
    credentialId: Uint8Array,
  ): Promise<{ publicKey: Uint8Array; mac: Uint8Array | null } | undefined>
  /**
   * Adds a passkey, and removes the agent's oldest passkeys beyond `keep`.
   * @returns false if any agent already has the credential; nothing is changed then
   */
  add(
    passkey: {
      agentId: string
      credentialId: Uint8Array
      publicKey: Uint8Array
      signCount: number
      name: string
      at: Date
      mac: Uint8Array
    },
    keep: number,
  ): Promise<boolean>
  /**
   * Stores the signature counter and the time of a use.
   * @returns false if the counter did not rise, which means that the passkey may be a copy. A counter that is always 0
   * is accepted.
   */
  countUse(use: { agentId: string; credentialId: Uint8Array; signCount: number; at: Date }): Promise<boolean>
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

/** The key of an order. The month of `createdOn` tells which partition contains the order. */
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

/** The device of a capture. Orders from before migration 0029 have neither `unit` nor `certificateEnds`. */
export type KeptDevice = Device & {
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

export type OrderDetails = OrderRecord & {
  completedOn: Date | null
  consent: KeptConsent | null
  device: KeptDevice | null
}

export type OrderStore = {
  find(agentId: string, id: string): Promise<OrderRecord | undefined>
  details(agentId: string, id: string): Promise<OrderDetails | undefined>
  /** Finds the agent's open order for the reference, created in the period `opened`, or at any time if undefined. */
  findOpen(agentId: string, reference: string, opened?: Period): Promise<OpenOrder | undefined>
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
    device: KeptDevice
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
   * @param query.at the present time; an order may be later if another server's clock is ahead or a clock was set back
   */
  page(
    query: OrderQuery & { at: Date; offset: number; limit: number },
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

/** A period of time. `from` is inclusive and `before` is exclusive. */
export type Period = { from: Date; before: Date }

export type OrderQuery = {
  agentId: string
  from: Date | undefined
  before: Date | undefined
  status: FinalStatus | undefined
}

export type ClaimEnd = 'succeeded' | 'mismatched' | 'neither'

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
  release(release: { reference: string; orderId: string; at: Date; end: ClaimEnd }): Promise<boolean>
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

/** Counts how often each quota was used, by its kind, such as 'kyc-hour', and by its subject, such as an agent's id. */
export type QuotaStore = {
  /**
   * Takes one use of a quota. A count that began at or before `since`, or after `latest`, starts again.
   * @returns false if `limit` uses are already taken
   */
  take(quota: {
    subject: string
    kind: string
    at: Date
    since: Date
    latest: Date
    limit: number
  }): Promise<boolean>
  /** Returns the time of the first use if all uses are taken, or undefined while uses are left. */
  spentBetween(quota: {
    subject: string
    kind: string
    since: Date
    latest: Date
    limit: number
  }): Promise<Date | undefined>
  /** Gives one use of a quota back, if the count began no later than `latest`. */
  giveBack(quota: { subject: string; kind: string; latest: Date }): Promise<void>
}

export type CountedEvent = 'kycSuccess' | 'kycFailure' | 'login'

export type DailyCountStore = {
  add(agentId: string, day: string, event: CountedEvent): Promise<void>
  /** Returns the sums of the daily counts by month ('YYYY-MM'), oldest first. Months without a row are left out. */
  byMonth(agentId: string, days: Days): Promise<({ month: string } & Record<CountedEvent, number>)[]>
}

/** A period of India days. `fromDay` is inclusive and `beforeDay` is exclusive. */
export type Days = { fromDay: string; beforeDay: string }

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

export type OutboxStore = {
  put(entry: {
    agentId: string
    id: string
    kind: OutboxKind
    body: Uint8Array
    at: Date
    expiresOn: Date
    /** True for an entry without a body that is never due. With it, withholding an SMS takes as long as sending one. */
    isDecoy?: boolean
  }): Promise<void>
  /** Takes up to `limit` due entries of a kind. No other delivery takes them before `heldUntil`. */
  takeDue(kind: OutboxKind, at: Date, heldUntil: Date, limit: number): Promise<OutboxEntry[]>
  /** Makes each entry whose next attempt is later than `latestAttempt` due at `at`. */
  recall(at: Date, latestAttempt: Date): Promise<void>
  /** Marks the entry as delivered and erases its body. */
  markDelivered(agentId: string, id: string, at: Date): Promise<void>
  reschedule(agentId: string, id: string, nextAttemptOn: Date, error: string): Promise<void>
  /** Marks the entry as dead and erases its body. */
  markDead(agentId: string, id: string, at: Date, error: string): Promise<void>
}

/** The counts of all servers' exchanges with each outside service, by minute. No API call waits for these methods. */
export type ServiceMinuteStore = {
  /** Adds the counts of one server, with the least and the greatest hash of the agents who had a failure. */
  add(minute: {
    service: OutsideService
    minute: Date
    answered: number
    failed: number
    leastFailed: string | null
    greatestFailed: string | null
  }): Promise<void>
  /** For each service, sums the counts since the last minute in which at least half of its exchanges succeeded. */
  failing(period: { since: Date; latest: Date }): Promise<FailingService[]>
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
export type KnownConsentText = Omit<PublishedConsentText, 'text'> & { lastPublishedOn: Date }

/** The consent texts that servers have published. They are kept as long as an order may refer to them. */
export type ConsentTextStore = {
  /** Publishes texts. @returns the languages in which this version was published before with a different text */
  publish(texts: readonly PublishedConsentText[], at: Date): Promise<string[]>
  publishedSince(since: Date): Promise<KnownConsentText[]>
}

export const bankOtpKinds = ['sent', 'wrong'] as const
export type BankOtpKind = (typeof bankOtpKinds)[number]

/**
 * The counts of sent and of wrongly typed one-time passwords on all servers, by minute, for the bank's budget. No API
 * call waits for these methods.
 */
export type OtpMinuteStore = {
  add(minute: { kind: BankOtpKind; minute: Date; count: number }): Promise<void>
  /** Returns for each kind the sum of the day, and the sum of one minute of this day. */
  sums(period: {
    dayBegan: Date
    minute: Date
    latest: Date
  }): Promise<{ kind: BankOtpKind; ofDay: number; ofMinute: number }[]>
}

/** The device of a capture, with the column names of the tables `device_units` and `device_models`. */
export type SeenDevice = { model: string; maker: string; service: string; driver: string }

/** The orders that the fraud rules examine, and the alerts of these rules. No API call waits for these methods. */
export type FraudStore = {
  /**
   * Adds the orders of one server to the orders of all servers. Other servers wait until the transaction ends.
   * @returns `newest` has the ids that were not stored before. `orders` has the orders of the same agents and
   * customers, oldest first. `units` has the agents who used the same scanners.
   */
  add(
    orders: ReadonlyMap<string, WatchedOrder>,
    since: { orders: Date; units: Date },
  ): Promise<{
    newest: Set<string>
    orders: (WatchedOrder & { id: string })[]
    units: { unit: string; agentId: string; lastOn: Date }[]
  }>
  /**
   * Opens or updates an alert for each finding, except a finding that began before the agent's last alert of its rule
   * was closed. Stops an agent if the bank wants this for the rule.
   */
  raise(findings: FraudFinding[], at: Date): Promise<void>
  /** Stores that the agents had an order on the India day. */
  tellActive(agentIds: string[], day: string): Promise<void>
}

/** The devices of captures, and the counts of their verdicts. No API call waits for these methods. */
export type DeviceStore = {
  addUnits(
    units: (SeenDevice & {
      unit: string
      agentId: string
      certificateEndsOn: Date
      seenOn: Date
    })[],
  ): Promise<void>
  /** Adds counts of verdicts for each device model. @param verdicts.day the India day of the verdicts */
  addVerdicts(
    verdicts: (SeenDevice & { day: string; verified: number; failed: number; seenOn: Date })[],
  ): Promise<void>
}

export type AuditEvent = {
  at: Date
  actorKind: 'agent' | 'admin' | 'staff' | 'system' | 'stranger'
  agentId: string | undefined
  /** The actor's name, such as 'server', a mobile number (masked for a stranger), or an operator's name and account. */
  actor: string
  action: AuditAction
  subject: string
  outcome: string
  requestId: string | undefined
  traceId: string | undefined
  address: string | undefined
}

export type AuditStore = { append(event: AuditEvent): Promise<void> }
