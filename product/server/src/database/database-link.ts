import { Client } from 'pg'

import { isLoopback } from '../network/is-loopback.ts'

/** The driver's understanding of TLS: undefined or false without it, true with its defaults, which verify. */
type DriverTls = undefined | boolean | { rejectUnauthorized?: boolean; checkServerIdentity?: unknown }

/**
 * Judges who can read along on the way to the database. The driver itself reads the address, with the variables PGHOST
 * and PGSSLMODE, since the last of two equal parameters counts, and `host` overrules the host name.
 *
 * @returns undefined when the way is this computer or TLS that is verified; else what to change, as the end of a sentence
 */
export function exposureOf(url: string): string | undefined {
  let client: Client
  try {
    client = new Client({ connectionString: url })
  } catch {
    return 'must name readable files in sslrootcert, sslcert and sslkey'
  }
  const { host } = client
  if (host.startsWith('/') || isLoopback(host)) return undefined
  return isVerified(client.ssl) && demandsIdentity(url) ? undefined : clearText
}

const clearText =
  'leads over a network: add sslmode=verify-full (and sslrootcert=FILE for a certificate authority of your own), or set DATABASE_NETWORK=trusted where nobody else can listen'

function isVerified(tls: DriverTls): boolean {
  if (typeof tls !== 'object') return tls === true
  return tls.rejectUnauthorized !== false && tls.checkServerIdentity === undefined
}

/** The driver verifies by `require` as well; psql and pg_dump, which are given the same address, do not. */
function demandsIdentity(url: string): boolean {
  const modes = new URL(url).searchParams.getAll('sslmode')
  return modes.length > 0 && modes.every(mode => mode === 'verify-full')
}
