import type { AgentStore, QuotaStore, DailyCountStore } from './agents/agent-stores.ts'
import type {
  SessionStore,
  SignInAttemptStore,
  OneTimePasswordStore,
  PasskeyStore,
  OtpMinuteStore,
} from './sign-in/sign-in-stores.ts'
import type {
  OrderStore,
  ReferenceStore,
  ExceptionStore,
  ServiceMinuteStore,
  ConsentTextStore,
  DeviceStore,
} from './kyc/kyc-stores.ts'
import type { OutboxStore } from './messages/outbox-store.ts'
import type { FraudStore } from './fraud/fraud-store.ts'
import type { AuditStore } from './audit/audit-store.ts'

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
