/**
 * The column by which a sharded database distributes a table, 'every-node' for a copy on each node, or 'one-node' for the
 * coordinator. Tables with the same key are colocated. The tables of every node come first, because others refer to them.
 * A transaction of one agent touches the agent's shard, the copies on that shard's node, and the audit trail, which is on
 * one node because it is one hash chain.
 */
export const tablePlacements: Readonly<Record<string, string>> = {
  agents: 'every-node',
  roles: 'every-node',
  role_privileges: 'every-node',
  agent_roles: 'every-node',
  withheld_privileges: 'every-node',
  consent_texts: 'every-node',
  agent_words: 'every-node',
  agent_standing: 'every-node',

  orders: 'agent_id',
  daily_counts: 'agent_id',
  outbox: 'agent_id',
  exceptions: 'agent_id',
  passkeys: 'agent_id',

  sessions: 'token_hash',

  login_attempts: 'mobile',
  verified_phones: 'mobile',
  one_time_codes: 'mobile',
  otp_requests: 'mobile',
  one_time_password_sends: 'mobile',
  passkey_challenges: 'mobile',

  address_marks: 'address',
  quotas: 'subject',
  reference_records: 'reference',
  reference_orders: 'reference',
  used_captures: 'capture_hash',

  audit_events: 'one-node',
  audit_archive: 'one-node',
  audit_erased: 'one-node',
  audit_heads: 'one-node',
  audit_checkpoints: 'one-node',
  audit_turn: 'one-node',
  audit_verifications: 'one-node',
  service_minutes: 'one-node',
  jobs: 'one-node',
  imports: 'one-node',
  import_lines: 'one-node',
  otp_minutes: 'one-node',
  saved_views: 'one-node',
  staff: 'one-node',
  staff_proofs: 'one-node',
  staff_sessions: 'one-node',
  act_answers: 'one-node',
  device_units: 'one-node',
  device_models: 'one-node',
  watched_orders: 'one-node',
  watched_units: 'one-node',
  fraud_alerts: 'one-node',
  holds: 'one-node',
  held_orders: 'one-node',
  proposals: 'one-node',
  proposal_votes: 'one-node',
  proposal_comments: 'one-node',
  emergencies: 'one-node',
  four_eyes: 'one-node',
  withdrawals: 'one-node',
  migrations: 'one-node',
}

/**
 * The options of each connection. Citus asks the shards one after the other. Otherwise it refuses a change of `agents`
 * after a change of all shards of `sessions`, which refers to `agents`. Plain PostgreSQL ignores the option.
 */
export const citusConnectionOptions = '-c citus.multi_shard_modify_mode=sequential'

export function isShardKey(place: string | undefined): place is string {
  return place !== undefined && place !== 'every-node' && place !== 'one-node'
}
