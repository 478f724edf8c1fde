import { createServer } from 'node:https'
import { globalAgent } from 'node:https'
import type { AddressInfo } from 'node:net'

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { addMonthsOfOrders } from '../database/months.ts'
import { openDatabase } from '../database/open-database.ts'
import { dayMs } from '../domain/durations.ts'
import { playServer, type PlayedServer } from '../gateways/played-server.ts'
import { makeKey } from '../gateways/identity-authority/played-authority.ts'
import { operatorAt, testSeals } from '../testing/operator-at.ts'
import { productionSettings } from '../testing/production-settings.ts'
import { runSql } from '../testing/run-sql.ts'
import { createTestDatabase, isOnCluster } from '../testing/test-database.ts'
import type { Finding } from './finding.ts'

const complete = await productionSettings()
const l1 = { dpId: 'VENDOR.IN', rdsId: 'VENDOR.WIN.001', mi: 'V110', level: 'L1' }

let database: Awaited<ReturnType<typeof createTestDatabase>>
let outside: PlayedServer
/** Seconds by which the external services' clocks are ahead. */
let aheadSeconds: number
/** The bank's answer to a look-up. */
let bankStatus: number
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  aheadSeconds = 0
  bankStatus = 404
  outside = await playServer((response, { path }) => {
    response.setHeader('date', new Date(Date.now() + aheadSeconds * 1000).toUTCString())
    response.statusCode = path === '/bank/references/look' ? bankStatus : 405
    response.end(JSON.stringify({ status: 'unknown' }))
  })
})
afterEach(() => outside.close())

const settings = (): NodeJS.ProcessEnv => ({
  ...complete,
  DATABASE_URL: database.url,
  AUTHORITY_URL: `${outside.url}/authority`,
  BANK_URL: `${outside.url}/bank`,
  SMS_URL: `${outside.url}/sms`,
  SESSION_IDLE_LIMIT_MS: '1800000',
  TRUSTED_PROXIES: '172.30.17.0/28',
  DEVICE_REGISTRY: JSON.stringify([l1]),
  // Certificates that outlive the test's month.
  AUTHORITY_KEY_IDS: '20990813',
})

async function doctor(env: NodeJS.ProcessEnv, words = 'doctor --json') {
  const run = await operatorAt({ databaseUrl: 'postgres://nowhere', now: () => new Date() })(words, { env })
  return { ...run, findings: (words.includes('--json') ? JSON.parse(run.out).findings : []) as Finding[] }
}

const isOf = (what: string) => (finding: Finding) => finding.what === what
/** Certificates of tests live 30 days, and tests may run as root. */
const isAboutTheTest = ({ what, says }: Finding) => what.endsWith('_CERTIFICATE') || says.includes('root')

test('a healthy server has no problem: exit code 0, a table for people, JSON for scripts', async () => {
  const { code, findings } = await doctor(settings())
  expect(code).toBe(0)
  const others = findings.filter(finding => !isAboutTheTest(finding))
  expect(others.filter(({ state }) => state !== 'good')).toEqual([])
  expect(new Set(others.map(({ what }) => what))).toEqual(
    new Set([
      'database',
      'schema',
      'months',
      'identity authority',
      'clock and identity authority',
      'bank',
      'clock and bank',
      'reference look-up',
      'SMS provider',
      'clock and SMS provider',
      'AUTHORITY_KEY_IDS',
      ...others.filter(isOf('settings')).map(({ what }) => what),
    ]),
  )
  const { out } = await doctor(settings(), 'doctor')
  expect(out).toMatch(/^ +What +Finding\n-+ /)
  expect(out).toMatch(/\nok +bank +answers\n/)
  expect(out).toMatch(/\nProblems: 0\. Warnings: \d+\.\n$/)
})

test('all problems of the settings are shown without values, and the other checks still run', async () => {
  const { code, findings, out } = await doctor({
    ...settings(),
    PEPPER: 'hidden',
    SMS_URL: 'http://hidden.example',
    LOG_LEVEL: 'hidden',
  })
  expect(code).toBe(1)
  const told = findings.filter(({ state }) => state === 'problem').map(({ says }) => says.split(' ')[0])
  expect(new Set(told)).toEqual(new Set(['PEPPER', 'SMS_URL', 'LOG_LEVEL']))
  expect(out).not.toContain('hidden')
  expect(findings.find(isOf('bank'))).toMatchObject({ state: 'good' })
  expect(findings.find(isOf('SMS provider'))).toBeUndefined()
})

describe('the external services', () => {
  test('that do not answer are named, with the error code of the system', async () => {
    const { code, findings } = await doctor({ ...settings(), BANK_URL: 'http://127.0.0.1:9' })
    expect(code).toBe(1)
    expect(findings.find(isOf('bank'))).toMatchObject({
      state: 'problem',
      says: 'does not answer (ECONNREFUSED)',
    })
    expect(findings.find(isOf('identity authority'))).toMatchObject({ state: 'good' })
  })

  test('show their time: a small difference is a warning, a large one a problem', async () => {
    aheadSeconds = 20
    expect((await doctor(settings())).findings.find(isOf('clock and bank'))).toMatchObject({
      state: 'warning',
      says: expect.stringMatching(/^this computer's clock is (?:19|2[01]) s behind$/),
    })
    aheadSeconds = -600
    const { code, findings } = await doctor(settings())
    expect(code).toBe(1)
    expect(findings.find(isOf('clock and identity authority'))).toMatchObject({ state: 'problem' })
  })

  test('include a bank that answers and refuses our signature', async () => {
    bankStatus = 401
    const { code, findings } = await doctor(settings())
    expect(code).toBe(1)
    expect(findings.find(isOf('bank'))).toMatchObject({ state: 'good' })
    expect(findings.find(isOf('reference look-up'))).toMatchObject({
      state: 'problem',
      says: 'bank: no usable answer, HTTP 401',
    })
  })

  test('have TLS certificates, whose expiry is shown; an untrusted one is a problem', async () => {
    const { privateKey, certificate } = await makeKey('127.0.0.1', 12)
    const https = createServer({ key: privateKey, cert: certificate }, (_request, response) => response.end())
    await new Promise<void>(done => https.listen(0, '127.0.0.1', done))
    const url = `https://127.0.0.1:${(https.address() as AddressInfo).port}`

    const untrusted = await doctor({ ...settings(), SMS_URL: url })
    expect(untrusted.findings.find(isOf('SMS provider'))).toMatchObject({
      state: 'problem',
      says: 'does not answer (DEPTH_ZERO_SELF_SIGNED_CERT)',
    })
    // Test certificates have no name for an IP address, so the name is not checked.
    Object.assign(globalAgent.options, { ca: certificate, checkServerIdentity: () => undefined })
    const trusted = await doctor({ ...settings(), SMS_URL: url })
    Object.assign(globalAgent.options, { ca: undefined, checkServerIdentity: undefined })
    https.close()
    expect(trusted.findings.find(isOf('TLS of the SMS provider'))).toMatchObject({
      state: 'warning',
      says: expect.stringMatching(/in 1[12] days$/),
    })
  })
})

describe('certificates and keys', () => {
  const stateOf = async (name: string, env: NodeJS.ProcessEnv) =>
    (await doctor({ ...settings(), ...env })).findings.filter(isOf(name)).map(({ state }) => state)

  test('that have expired are a problem, that expire within 30 days a warning', async () => {
    const [ended, soon, later] = await Promise.all([makeKey('a', -1), makeKey('b', 20), makeKey('c', 90)])
    const name = 'AUTHORITY_SIGNING_CERTIFICATE'
    expect(await stateOf(name, { [name]: ended.certificate })).toEqual(['problem'])
    expect(await stateOf(name, { [name]: soon.certificate })).toEqual(['warning'])
    expect(await stateOf(name, { [name]: later.certificate })).toEqual(['good'])
    expect(await stateOf(name, { [name]: ended.certificate + later.certificate })).toEqual(['good', 'good'])
  })

  test('of the authority are judged by their day, of the KUA pair by its certificate if known', async () => {
    expect(await stateOf('AUTHORITY_KEY_IDS', { AUTHORITY_KEY_IDS: '20200101' })).toEqual(['problem'])
    expect(await stateOf('AUTHORITY_KEY_IDS', { AUTHORITY_KEY_IDS: '20200101,20990101' })).toEqual([
      'good',
      'good',
    ])
    const kua = await makeKey('KUA', 90)
    const pair = { KUA_DECRYPTION_KEY: kua.privateKey, KUA_CERTIFICATE: kua.certificate }
    expect(await stateOf('KUA_CERTIFICATE', pair)).toEqual(['good'])
  })
})

describe('the database', () => {
  test('that does not answer is a problem', async () => {
    const { code, findings } = await doctor({
      ...settings(),
      DATABASE_URL: 'postgres://u:hidden@127.0.0.1:9/x',
    })
    expect(code).toBe(1)
    expect(findings.find(isOf('database'))).toMatchObject({ state: 'problem' })
    expect(JSON.stringify(findings)).not.toContain('hidden')
  })

  test('of an older or a later version is reported and left unchanged', async () => {
    const open = openDatabase(database.url, testSeals, { connections: 1 })
    const rename = (from: string, to: string) =>
      runSql(open.runner, 'update migrations set name = $1 where name = $2', [to, from])
    const schema = async () => (await doctor(settings())).findings.find(isOf('schema'))
    expect(await schema()).toMatchObject({ state: 'good' })
    await rename('0005_finished_for_retention', '9999_of_the_future')
    expect(await schema()).toMatchObject({ state: 'warning', says: expect.stringContaining('0005_finished') })
    await runSql(open.runner, `insert into migrations (name) values ('0005_finished_for_retention')`)
    expect(await schema()).toMatchObject({ state: 'warning', says: expect.stringContaining('9999_of_the') })
    await runSql(open.runner, `delete from migrations where name = '9999_of_the_future'`)
    await open.close()
  })

  // The databases of tests on a cluster have months.
  test.skipIf(isOnCluster())('whose orders lack the tables of coming months is warned about', async () => {
    const open = openDatabase(database.url, testSeals, { connections: 1 })
    const months = async () => (await doctor(settings())).findings.find(isOf('months'))
    expect(await months()).toMatchObject({ state: 'good', says: expect.stringContaining('in one table') })
    await addMonthsOfOrders(open.runner, new Date(Date.now() - 92 * dayMs))
    expect(await months()).toMatchObject({ state: 'warning' })
    await addMonthsOfOrders(open.runner, new Date())
    expect(await months()).toMatchObject({ state: 'good', says: expect.stringContaining('until') })
    await open.close()
  })
})
