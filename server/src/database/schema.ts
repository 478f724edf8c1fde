import {
  bigint,
  boolean,
  customType,
  date,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'

/**
 * The tables as the queries see them. The truth is `migrations/`; a test holds this file to it, column by column.
 */

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })
const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' })

export const agents = pgTable('agents', {
  id: uuid().primaryKey(),
  mobile: text().notNull(),
  name: text().notNull(),
  email: text().notNull(),
  addressLine1: text('address_line1').notNull(),
  addressLine2: text('address_line2').notNull(),
  passwordHash: text('password_hash'),
  resetDemanded: boolean('reset_demanded').notNull().default(false),
  isDemo: boolean('is_demo').notNull().default(false),
  disabledOn: moment('disabled_on'),
  createdOn: moment('created_on').notNull(),
})

export const roles = pgTable('roles', { id: text().primaryKey() })

export const rolePrivileges = pgTable(
  'role_privileges',
  { roleId: text('role_id').notNull(), privilege: text().notNull() },
  table => [primaryKey({ columns: [table.roleId, table.privilege] })],
)

export const agentRoles = pgTable(
  'agent_roles',
  { agentId: uuid('agent_id').notNull(), roleId: text('role_id').notNull() },
  table => [primaryKey({ columns: [table.agentId, table.roleId] })],
)

export const withheldPrivileges = pgTable(
  'withheld_privileges',
  { agentId: uuid('agent_id').notNull(), privilege: text().notNull() },
  table => [primaryKey({ columns: [table.agentId, table.privilege] })],
)

export const sessions = pgTable('sessions', {
  tokenHash: bytes('token_hash').primaryKey(),
  agentId: uuid('agent_id').notNull(),
  openedOn: moment('opened_on').notNull(),
  expiresOn: moment('expires_on').notNull(),
  lastSeenOn: moment('last_seen_on').notNull(),
})

export const verifiedPhones = pgTable('verified_phones', {
  mobile: text().primaryKey(),
  verifiedUntil: moment('verified_until').notNull(),
})

export const loginAttempts = pgTable(
  'login_attempts',
  {
    mobile: text().notNull(),
    address: text().notNull(),
    failures: integer().notNull().default(0),
    blockedUntil: moment('blocked_until'),
    trustedUntil: moment('trusted_until'),
    changedOn: moment('changed_on').notNull(),
  },
  table => [primaryKey({ columns: [table.mobile, table.address] })],
)

export const addressMarks = pgTable(
  'address_marks',
  {
    address: text().notNull(),
    kind: text({ enum: ['failure', 'check'] }).notNull(),
    mark: text().notNull(),
    markedOn: moment('marked_on').notNull(),
  },
  table => [primaryKey({ columns: [table.address, table.kind, table.mark] })],
)

export const oneTimePasswords = pgTable('one_time_passwords', {
  mobile: text().primaryKey(),
  refId: text('ref_id').notNull(),
  purpose: text({ enum: ['first-time', 'reset', 'change'] }).notNull(),
  codeHash: bytes('code_hash'),
  sentOn: moment('sent_on').notNull(),
  expiresOn: moment('expires_on').notNull(),
  triesLeft: integer('tries_left').notNull(),
  usedOn: moment('used_on'),
})

export const oneTimePasswordSends = pgTable(
  'one_time_password_sends',
  {
    mobile: text().notNull(),
    address: text().notNull(),
    id: uuid().notNull(),
    sentOn: moment('sent_on').notNull(),
  },
  table => [primaryKey({ columns: [table.mobile, table.id] })],
)

export const orders = pgTable(
  'orders',
  {
    agentId: uuid('agent_id').notNull(),
    id: uuid().notNull(),
    reference: text().notNull(),
    status: text({ enum: ['INIT', 'SUBMITTING', 'EXPIRED', 'KYC_SUCCESS', 'KYC_FAILURE'] }).notNull(),
    createdOn: moment('created_on').notNull(),
    expiresOn: moment('expires_on').notNull(),
    leaseToken: uuid('lease_token'),
    leaseUntil: moment('lease_until'),
    transactionId: text('transaction_id'),
    consent: jsonb(),
    outcome: text({ enum: ['verified', 'refused', 'timed-out', 'broken'] }),
    message: text(),
    errorSource: text('error_source', { enum: ['authentication', 'kyc'] }),
    errorCode: text('error_code'),
    authorityCode: text('authority_code'),
    action: text(),
    completedOn: moment('completed_on'),
  },
  table => [primaryKey({ columns: [table.agentId, table.id] })],
)

export const referenceRecords = pgTable('reference_records', {
  reference: text().primaryKey(),
  succeededOn: moment('succeeded_on'),
  failuresOn: date('failures_on'),
  failures: integer().notNull().default(0),
  claimedBy: uuid('claimed_by'),
  claimedUntil: moment('claimed_until'),
})

export const quotas = pgTable(
  'quotas',
  {
    subject: text().notNull(),
    kind: text().notNull(),
    beganOn: moment('began_on').notNull(),
    taken: integer().notNull(),
  },
  table => [primaryKey({ columns: [table.subject, table.kind] })],
)

/** Written by the version before this one alone. */
export const unknownReferenceMarks = pgTable(
  'unknown_reference_marks',
  { agentId: uuid('agent_id').notNull(), id: uuid().notNull(), markedOn: moment('marked_on').notNull() },
  table => [primaryKey({ columns: [table.agentId, table.id] })],
)

export const usedCaptures = pgTable('used_captures', {
  captureHash: bytes('capture_hash').primaryKey(),
  agentId: uuid('agent_id').notNull(),
  orderId: uuid('order_id').notNull(),
  usedOn: moment('used_on').notNull(),
})

export const dailyCounts = pgTable(
  'daily_counts',
  {
    agentId: uuid('agent_id').notNull(),
    day: date().notNull(),
    kycSuccess: integer('kyc_success').notNull().default(0),
    kycFailure: integer('kyc_failure').notNull().default(0),
    login: integer().notNull().default(0),
  },
  table => [primaryKey({ columns: [table.agentId, table.day] })],
)

export const outbox = pgTable(
  'outbox',
  {
    agentId: uuid('agent_id').notNull(),
    id: uuid().notNull(),
    kind: text({ enum: ['sms', 'kyc-result'] }).notNull(),
    body: bytes(),
    createdOn: moment('created_on').notNull(),
    expiresOn: moment('expires_on').notNull(),
    attempts: integer().notNull().default(0),
    nextAttemptOn: moment('next_attempt_on'),
    lastError: text('last_error'),
    deliveredOn: moment('delivered_on'),
    deadOn: moment('dead_on'),
  },
  table => [primaryKey({ columns: [table.agentId, table.id] })],
)

const auditColumns = {
  happenedOn: moment('happened_on').notNull(),
  actorKind: text('actor_kind', { enum: ['agent', 'admin', 'system', 'stranger'] }).notNull(),
  agentId: uuid('agent_id'),
  actor: text().notNull(),
  action: text().notNull(),
  subject: text().notNull(),
  outcome: text().notNull(),
  requestId: text('request_id'),
  traceId: text('trace_id'),
  address: text(),
}

export const auditEvents = pgTable('audit_events', {
  id: uuid().primaryKey(),
  ...auditColumns,
  /** null until the sealer comes by. */
  position: bigint({ mode: 'number' }),
  seal: bytes(),
})

export const auditArchive = pgTable(
  'audit_archive',
  {
    id: uuid().notNull(),
    ...auditColumns,
    position: bigint({ mode: 'number' }).notNull(),
    seal: bytes().notNull(),
  },
  table => [primaryKey({ columns: [table.happenedOn, table.id] })],
)

export const auditErased = pgTable('audit_erased', {
  position: bigint({ mode: 'number' }).primaryKey(),
  digest: bytes().notNull(),
  seal: bytes().notNull(),
})

const markColumns = {
  number: bigint({ mode: 'number' }).primaryKey(),
  position: bigint({ mode: 'number' }).notNull(),
  seal: bytes().notNull(),
  markedOn: moment('marked_on').notNull(),
  signature: bytes().notNull(),
}
export const auditHeads = pgTable('audit_heads', markColumns)
export const auditCheckpoints = pgTable('audit_checkpoints', markColumns)

export const auditTurn = pgTable('audit_turn', { onlyOne: boolean('only_one').primaryKey().default(true) })
