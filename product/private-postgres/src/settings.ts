/**
 * Settings for a machine that runs everything. The log contains errors but no data of agents or customers: no statement,
 * no parameter, no DETAIL line (which names the values of a broken constraint).
 */
const always = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  password_encryption: 'scram-sha-256',
  max_connections: '100',
  shared_buffers: '128MB',
  max_wal_size: '512MB',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'warning',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
  log_statement: 'none',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
}

const durability = {
  durable: { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' },
  'throw-away': { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' },
}

/** Returns the arguments of `postgres`, which override postgresql.conf in the data folder. */
export function settingsArguments(port: number, durable: boolean): string[] {
  const settings = { ...always, ...durability[durable ? 'durable' : 'throw-away'], port: String(port) }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}
