import type { UserAgent } from './origin.ts'
import type { Caller } from '../agents/agent-stores.ts'

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
