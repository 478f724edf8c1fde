import type { AuditSeals } from '../domain/audit/audit-seal.ts'
import { agentsIn } from './agents/agents.ts'
import { devicesIn } from './agents/devices.ts'
import { quotasIn } from './agents/quotas.ts'
import { auditIn } from './audit/audit.ts'
import { fraudIn } from './fraud/fraud.ts'
import { consentTextsIn } from './kyc/consents.ts'
import { dailyCountsIn } from './kyc/daily-counts.ts'
import { exceptionsIn } from './kyc/exceptions.ts'
import { ordersIn } from './kyc/orders.ts'
import { referencesIn } from './kyc/references.ts'
import { serviceMinutesIn } from './kyc/service-minutes.ts'
import type { Runner } from './link/runner.ts'
import { outboxIn } from './messages/outbox.ts'
import { oneTimePasswordsIn, otpMinutesIn, type Locking } from './sign-in/one-time-passwords.ts'
import { passkeysIn } from './sign-in/passkeys.ts'
import { sessionsIn } from './sign-in/sessions.ts'
import { signInAttemptsIn } from './sign-in/sign-in-attempts.ts'

export type Stores = ReturnType<typeof storesIn>

/**
 * Gives the rules their statements, which run on `db`. The stores that the simulation plays in memory are declared in
 * the domain; the type of every other store is that of its function here.
 */
export function storesIn(db: Runner, seals: AuditSeals, locking: Locking) {
  return {
    agents: agentsIn(db),
    sessions: sessionsIn(db),
    signInAttempts: signInAttemptsIn(db),
    oneTimePasswords: oneTimePasswordsIn(db, locking),
    passkeys: passkeysIn(db),
    orders: ordersIn(db),
    references: referencesIn(db),
    exceptions: exceptionsIn(db),
    quotas: quotasIn(db),
    dailyCounts: dailyCountsIn(db),
    outbox: outboxIn(db),
    serviceMinutes: serviceMinutesIn(db),
    consentTexts: consentTextsIn(db),
    otpMinutes: otpMinutesIn(db),
    devices: devicesIn(db),
    fraud: fraudIn(db),
    audit: auditIn(db, seals),
  }
}
