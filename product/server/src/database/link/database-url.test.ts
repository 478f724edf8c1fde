import 'reflect-metadata'

import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import * as x509 from '@peculiar/x509'
import { accountToDropTo } from '@ekyc/private-postgres/account'
import { startOwnPostgres } from '@ekyc/private-postgres/testing/own-postgres'
import { afterAll, describe, expect, test } from 'vitest'

import { patientLimits } from '../../../testing/test-server.ts'
import { createConnectionPool } from './connection-pool.ts'
import { withConnection } from './direct-connection.ts'
import { networkExposureOf, urlsOfHosts } from './database-url.ts'

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
// PostgreSQL and the driver check certificates by the machine's clock, whichever day that is.
const period = { notBefore: new Date('2020-01-01'), notAfter: new Date('2060-01-01') }

const file = (name: string) => join(folder, name)
const postgres = await startOwnPostgres({ durable: false })
const folder = mkdtempSync(join(tmpdir(), 'ekyc-database-tls-'))
afterAll(async () => {
  await postgres.close()
  rmSync(folder, { recursive: true, force: true })
})
chmodSync(folder, 0o755)
const account = accountToDropTo(folder)
const keep = (name: string, text: string) => {
  writeFileSync(file(name), text, { mode: name.endsWith('.key') ? 0o600 : 0o644 })
  if (account) chownSync(file(name), account.uid, account.gid)
}

const authority = await makeAuthority('Database CA')
const another = await makeAuthority('Another CA')
keep('ca.pem', authority.certificate.toString('pem'))
keep('another-ca.pem', another.certificate.toString('pem'))
for (const host of ['localhost', 'database.bank.example']) {
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const certificate = await x509.X509CertificateGenerator.create({
    subject: `CN=${host}`,
    issuer: authority.certificate.subject,
    publicKey: keys.publicKey,
    signingKey: authority.keys.privateKey,
    signingAlgorithm: algorithm,
    extensions: [new x509.SubjectAlternativeNameExtension([{ type: 'dns', value: host }])],
    ...period,
  })
  keep(`${host}.pem`, certificate.toString('pem'))
  const pkcs8 = Buffer.from(await crypto.subtle.exportKey('pkcs8', keys.privateKey)).toString('base64')
  keep(`${host}.key`, `-----BEGIN PRIVATE KEY-----\n${pkcs8}\n-----END PRIVATE KEY-----\n`)
}

async function makeAuthority(name: string) {
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: `CN=${name}`,
    keys,
    signingAlgorithm: algorithm,
    extensions: [new x509.BasicConstraintsExtension(true, undefined, true)],
    ...period,
  })
  return { keys, certificate }
}

async function serve(host: string | undefined): Promise<void> {
  await withConnection(postgres.url, async client => {
    await client.query(`alter system set ssl = ${host ? 'on' : 'off'}`)
    if (host) {
      await client.query(`alter system set ssl_cert_file = '${file(`${host}.pem`)}'`)
      await client.query(`alter system set ssl_key_file = '${file(`${host}.key`)}'`)
    }
  })
  await postgres.down('fast')
  await postgres.up()
}

/** Connects as the server does. @returns whether the connection is encrypted, or the reason why there is none */
async function connect(query: string, host = 'localhost'): Promise<boolean | string> {
  const url = new URL(`${postgres.url}?${query}`)
  url.hostname = host
  const pool = createConnectionPool(url.href, { connections: 1, limits: patientLimits })
  try {
    const rows = await pool.run({
      text: 'select ssl from pg_stat_ssl where pid = pg_backend_pid()',
      values: [],
    })
    return (rows as { ssl: boolean }[])[0]?.ssl ?? false
  } catch (error) {
    const { cause } = error as { cause?: { code?: string; message: string } }
    return cause?.code ?? cause?.message ?? String(error)
  } finally {
    await pool.close()
  }
}

const verified = (ca: string) => `sslmode=verify-full&sslrootcert=${file(ca)}`

describe('[rule 25] an address that a production accepts makes the driver verify', () => {
  test('the certificate authority and the host name', async () => {
    await serve('localhost')
    expect(await connect(verified('ca.pem'))).toBe(true)
    expect(await connect(verified('another-ca.pem'))).toBe('UNABLE_TO_VERIFY_LEAF_SIGNATURE')
    expect(await connect('sslmode=verify-full')).toBe('UNABLE_TO_VERIFY_LEAF_SIGNATURE')
    // The certificate contains the name localhost, but no IP address.
    expect(await connect(verified('ca.pem'), '127.0.0.1')).toBe('ERR_TLS_CERT_ALTNAME_INVALID')
    await serve('database.bank.example')
    expect(await connect(verified('ca.pem'))).toBe('ERR_TLS_CERT_ALTNAME_INVALID')
  })

  test('and connects to no database without TLS', async () => {
    await serve(undefined)
    expect(await connect(verified('ca.pem'))).toBe('The server does not support SSL connections')
    expect(await connect('sslmode=disable')).toBe(false)
  })

  test('while what it refuses takes any certificate, or none', async () => {
    await serve('database.bank.example')
    for (const query of ['sslmode=no-verify', 'sslmode=require&uselibpqcompat=true']) {
      expect(await connect(query)).toBe(true)
      expect(networkExposureOf(`postgres://u@database.bank.example/x?${query}`)).toContain(
        'sslmode=verify-full',
      )
    }
    expect(await connect('')).toBe(false)
    expect(networkExposureOf('postgres://u@database.bank.example/x')).toContain('sslmode=verify-full')
  })
})

test.each([
  ['postgres://u:p@a:5432,b:5433/n?sslmode=verify-full', ['a:5432', 'b:5433']],
  ['postgres://u:p%2C@a,[::1]:5433/n?sslmode=verify-full', ['a', '[::1]:5433']],
  ['postgres://u@a/n?sslmode=verify-full', ['a']],
])('%s is one address for each host', (address, hosts) => {
  expect(urlsOfHosts(address).map(host => new URL(host).host)).toEqual(hosts)
  for (const host of urlsOfHosts(address)) expect(host).toMatch(/^postgres:\/\/u.*\/n\?sslmode=verify-full$/)
})
