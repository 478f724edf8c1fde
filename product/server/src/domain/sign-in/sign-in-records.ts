import type { UserAgent } from './call-origin.ts'

/** A live session in a list. `isCurrent` is true for the session of the call that asks for the list. */
export type LiveSession = UserAgent & { id: string; openedOn: Date; lastSeenOn: Date; isCurrent: boolean }

/** The requester whose count includes a log-in. */
export type CountedRequester = { address: string; provenOn: Date | null }

export const otpPurposes = ['first-time', 'reset', 'change', 'passkey', 'log-in'] as const
export type OtpPurpose = (typeof otpPurposes)[number]

/** A handle with which a requester refers to a one-time password. */
export type OtpHandle = {
  mobile: string
  requester: string
  refId: string
  /** The id of the code. All handles of the same code have the same id. */
  codeId: string
  purpose: OtpPurpose
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

export type OtpSend = { requester: string; sentOn: Date; takesShare: boolean }

/** The purpose of a challenge. For 'prove', a passkey of the account signs before another passkey is added. */
export type PasskeyPurpose = 'add' | 'log-in' | 'prove'

export type ListedPasskey = {
  credentialId: Uint8Array
  name: string
  createdOn: Date
  lastUsedOn: Date | null
}

export const otpBudgetCounts = ['sent', 'wrong'] as const
export type OtpBudgetCount = (typeof otpBudgetCounts)[number]
