import { Client } from 'pg'

import { isLoopback } from '../../network/is-loopback.ts'

/** Splits an address that names several hosts, such as `postgres://user@a:5432,b:5432/name`, into one for each host. */
export function urlsOfHosts(url: string): string[] {
  const [, start = '', hosts = url, end = ''] = /^(\w+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s.exec(url) ?? []
  return hosts.split(',').map(host => start + host + end)
}

/** The driver's TLS setting: undefined or false means no TLS, and true means TLS that verifies the server. */
type DriverTls = undefined | boolean | { rejectUnauthorized?: boolean; checkServerIdentity?: unknown }

/**
 * Checks whether others could read the traffic to a host of the database. The driver parses the address, because it
 * also reads PGHOST and PGSSLMODE, takes the last of two equal parameters, and lets `host` override the host name.
 * @returns undefined if the database is on this computer or the connection has verified TLS; else the change to make,
 * as the end of a sentence
 */
export function networkExposureOf(url: string): string | undefined {
  return urlsOfHosts(url)
    .map(exposureOfHost)
    .find(exposure => exposure !== undefined)
}

function exposureOfHost(url: string): string | undefined {
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

/** For the driver `require` is enough, but psql and pg_dump, which get the same address, need `verify-full`. */
function demandsIdentity(url: string): boolean {
  const modes = new URL(url).searchParams.getAll('sslmode')
  return modes.length > 0 && modes.every(mode => mode === 'verify-full')
}
