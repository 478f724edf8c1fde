import type { AuditSeals } from '../domain/audit/audit-seal.ts'
import { createAgentStore } from './agents/agents.ts'
import { createDeviceStore } from './agents/devices.ts'
import { createQuotaStore } from './agents/quotas.ts'
import { createAuditStore } from './audit/audit-store.ts'
import { createFraudStore } from './fraud/fraud-store.ts'
import { createConsentTextStore } from './kyc/consents.ts'
import { createDailyCountStore } from './kyc/daily-counts.ts'
import { createExceptionStore } from './kyc/kyc-exceptions.ts'
import { createOrderStore } from './kyc/orders.ts'
import { createReferenceStore } from './kyc/references.ts'
import { createServiceHealthStore } from './kyc/service-health.ts'
import type { SqlRunner } from './link/sql.ts'
import { createOutboxStore } from './messages/outbox.ts'
import {
  createOneTimePasswordStore,
  createOtpMinuteStore,
  type LockMode,
} from './sign-in/one-time-passwords.ts'
import { createPasskeyStore } from './sign-in/passkeys.ts'
import { createSessionStore } from './sign-in/sessions.ts'
import { createSignInAttemptStore } from './sign-in/sign-in-attempts.ts'

export type Stores = ReturnType<typeof createStores>

export function createStores(db: SqlRunner, seals: AuditSeals, locking: LockMode) {
  return {
    agents: createAgentStore(db),
    sessions: createSessionStore(db),
    signInAttempts: createSignInAttemptStore(db),
    oneTimePasswords: createOneTimePasswordStore(db, locking),
    passkeys: createPasskeyStore(db),
    orders: createOrderStore(db),
    references: createReferenceStore(db),
    exceptions: createExceptionStore(db),
    quotas: createQuotaStore(db),
    dailyCounts: createDailyCountStore(db),
    outbox: createOutboxStore(db),
    serviceMinutes: createServiceHealthStore(db),
    consentTexts: createConsentTextStore(db),
    otpMinutes: createOtpMinuteStore(db),
    devices: createDeviceStore(db),
    fraud: createFraudStore(db),
    audit: createAuditStore(db, seals),
  }
}
