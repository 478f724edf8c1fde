import type { Language } from '@ekyc/contract/languages'

import type { DerivedKeys } from './derive-keys.ts'
import type { Outages } from './kyc/outages.ts'
import type { References } from './kyc/references.ts'
import type { Submission } from './kyc/submission.ts'
import type { Notices } from './messages/notices.ts'
import type { Outbox } from './messages/outbox.ts'
import type { Policy } from './policy.ts'
import type { PasskeyVerifier, RelyingParty } from './ports.ts'
import type { SecretBoxKeys } from './secret-box.ts'
import type { OneTimePasswords } from './sign-in/one-time-passwords.ts'
import type { OperatingSystems } from './sign-in/operating-systems.ts'
import type { PasswordHash } from './sign-in/password-hash.ts'
import type { Proofs } from './sign-in/proof-of-possession.ts'
import type { SecondFactor } from './sign-in/second-factor.ts'
import type { Sessions } from './sign-in/sessions.ts'
import type { Database } from './stores.ts'

/**
 * Everything that the rules of a call use. Unknown devices without a session have a context of their own, with their
 * own connections to the database and their own share of the queue for password hashes.
 */
export type Context = {
  database: Database
  policy: Policy
  now: () => Date
  onFault: (error: unknown) => void
  outbox: Outbox
  outboxKeys: SecretBoxKeys
  notices: Notices
  passwordHash: PasswordHash
  oneTimePasswords: OneTimePasswords
  sessions: Sessions
  proofs: Proofs
  systems: OperatingSystems
  secondFactor: SecondFactor
  passkeyVerifier: PasskeyVerifier
  /** The keys of the MACs of passkeys. The first key makes new MACs, and all keys verify. */
  passkeyRowKeys: DerivedKeys
  /** Returns the relying party of passkeys for a Host header. @throws Refused when the host cannot offer passkeys */
  relyingParty: (host: string) => RelyingParty
  portalName: string
  outages: Pick<Outages, 'running'>
  references: References
  submission: Submission
  /** The languages that the bank offers, its main language first. */
  languages: [Language, ...Language[]]
  /** The wadh that every capture must carry. */
  wadh: string
}
