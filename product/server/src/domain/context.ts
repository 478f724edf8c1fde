import type { KeyObject } from 'node:crypto'

import type { Branding } from '@ekyc/contract/branding'
import type { Language } from '@ekyc/contract/languages'

import type { DatabaseClock, Timer } from './clocks.ts'
import type { FraudWatch } from './fraud/fraud-watch.ts'
import type { CaptureRules } from './kyc/capture-check.ts'
import type { DeviceUseCounter } from './kyc/device-use.ts'
import type { OutageWatch } from './kyc/outages.ts'
import type { PublishedConsentText } from './kyc/kyc-records.ts'
import type { ResultsMode } from './kyc/secure-result.ts'
import type { Outbox } from './messages/outbox.ts'
import type { Policy } from './policy.ts'
import type { IdentityAuthority, PasskeyVerifier, ReferenceDirectory, Vault } from './ports.ts'
import type { DerivedKeys, SecretBoxKeys } from './secrets.ts'
import type { OtpEvent } from './sign-in/send-otp.ts'
import type { OperatingSystemRules } from './sign-in/operating-systems.ts'
import type { OtpBudget } from './sign-in/otp-budget.ts'
import type { PasswordHasher } from './sign-in/passwords.ts'
import type { ProofChecker } from './sign-in/proof-of-possession.ts'
import type { SessionKeys } from './sign-in/sessions.ts'
import type { Database } from './stores.ts'

/** Everything that the rules of a KYC use. The simulation makes one for each of its servers. */
export type KycContext = {
  database: Database
  policy: Policy
  now: () => Date
  sharedNow: DatabaseClock
  timer: Timer
  serverName: string
  branding: Pick<Branding, 'bankName' | 'productName' | 'support' | 'sms' | 'emails' | 'inLanguages'>
  authority: IdentityAuthority
  authorityTimeoutMs: number
  bank: ReferenceDirectory
  bankTimeoutMs: number
  outages: OutageWatch
  outbox: Outbox
  results: { mode: ResultsMode; passThroughMs: number }
  vault: Vault | undefined
  captureRules: CaptureRules
  /**
   * The keys for the hashes of used captures. A capture has a hash under every key, so that used captures are still
   * recognised after a change of keys.
   */
  captureKeys: readonly KeyObject[]
  unitKey: KeyObject
  consentRequired: boolean
  consentTexts: readonly PublishedConsentText[]
  deviceUse: Pick<DeviceUseCounter, 'count'>
  fraudWatch: Pick<FraudWatch, 'note'>
  onBroken: (party: 'authority' | 'bank', order: { orderId: string; reason: string }) => void
}

/**
 * Everything that the rules of a call use. Unknown devices without a session have a context of their own, with their
 * own connections to the database and their own share of the queue for password hashes.
 */
export type Context = KycContext & {
  onFault: (error: unknown) => void
  deviceUse: DeviceUseCounter
  fraudWatch: FraudWatch
  outboxKeys: SecretBoxKeys
  passwordHash: PasswordHasher
  otpKeys: readonly [KeyObject, ...KeyObject[]]
  portalOrigin: string | undefined
  otpBudget: OtpBudget
  onOtp: (event: OtpEvent) => void
  sessionKeys: SessionKeys
  /** The time without a call after which a session ends, in ms, or undefined if none ends so. */
  sessionIdleLimitMs: number | undefined
  proofs: ProofChecker
  systems: OperatingSystemRules
  secondFactor: 'off' | 'offered' | 'required'
  passkeyVerifier: PasskeyVerifier
  /** The keys of the MACs of passkeys. The first key makes new MACs, and all keys verify. */
  passkeyRowKeys: DerivedKeys
  /** The languages that the bank offers, its main language first. */
  languages: [Language, ...Language[]]
}
