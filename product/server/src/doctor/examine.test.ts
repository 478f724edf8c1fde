import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer, globalAgent } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

import { startOwnPostgres } from '@ekyc/private-postgres/testing/own-postgres'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'

import { migrate } from '../database/schema/migrate.ts'
import { addOrderPartitions } from '../database/schema/order-partitions.ts'
import { withConnection } from '../database/link/direct-connection.ts'
import { openDatabase } from '../database/link/open-database.ts'
import { dayMs } from '../domain/clocks.ts'
import { databaseTime } from '../../testing/database/database-time.ts'
import { encrypted, kycRes, makeKey, resp, signed } from '../../testing/outside/fake-authority.ts'
import { startFakeServer, type FakeServer } from '../../testing/outside/fake-server.ts'
import { operatorAt, testSeals } from '../../testing/operator-at.ts'
import { productionSettings } from '../../testing/production-settings.ts'
import { runSql } from '../../testing/database/run-sql.ts'
import { testDay } from '../../testing/fixed/test-day.ts'
import { examineVault } from './examine-database.ts'
import type { Finding } from './finding.ts'

const complete = await productionSettings()
const l1 = { dpId: 'VENDOR.IN', rdsId: 'VENDOR.WIN.001', mi: 'V110', level: 'L1' }

const rolesSql = readFileSync(join(import.meta.dirname, '../../../../deploy/roles.sql'), 'utf8')

const as = (role: string) => {
  const url = new URL(database.url)
  url.username = role
  url.password = 'a password of the tests'
  return url.href
}
let outside: FakeServer
/** The clock of the doctor and of the external services. By default it goes as PostgreSQL's, which no test can set. */
let time: () => Date
/** Seconds by which the external services' clocks are ahead. */
let aheadSeconds: number
let bankStatus: number
let authorityAnswer: (txn: string) => { status?: number; body: string }
const database = await startOwnPostgres({ durable: true })
afterAll(() => database.close())
await withConnection(database.url, client => client.query(rolesSql))
for (const role of ['ekyc_owner', 'ekyc_server'])
  await withConnection(database.url, client =>
    client.query(`alter role ${role} password 'a password of the tests'`),
  )
await migrate(as('ekyc_owner'))
const databaseNow = await databaseTime(database.url)
beforeEach(async () => {
  time = databaseNow
  aheadSeconds = 0
  bankStatus = 404
  authorityAnswer = txn => refusal(txn, 'K-540')
  outside = await startFakeServer((response, { path, headers, body }) => {
    response.setHeader('date', new Date(time().getTime() + aheadSeconds * 1000).toUTCString())
    if (path.startsWith('/authority/kyc/2.5/BANK/0/0/')) {
      const [, rad = ''] = /<Rad>(.*)<\/Rad>/.exec(body) ?? []
      const [, txn = ''] = / txn="([^"]*)"/.exec(Buffer.from(rad, 'base64').toString()) ?? []
      const answer = authorityAnswer(txn)
      response.statusCode = answer.status ?? 200
      return response.end(answer.body)
    }
    const statuses: Record<string, number> = {
      '/bank/references/look': bankStatus,
      '/sms/messages': headers.authorization === `Bearer ${complete.SMS_KEY}` ? 400 : 401,
      '/authority': 405,
      '/bank': 405,
      '/sms': 405,
    }
    response.statusCode = statuses[path] ?? 404
    return response.end(JSON.stringify({ status: 'unknown' }))
  })
})
afterEach(() => outside.close())

const settings = (): NodeJS.ProcessEnv => ({
  ...complete,
  DATABASE_URL: as('ekyc_server'),
  AUTHORITY_URL: `${outside.url}/authority`,
  BANK_URL: `${outside.url}/bank`,
  SMS_URL: `${outside.url}/sms`,
  SESSION_IDLE_LIMIT_MS: '1800000',
  TRUSTED_PROXIES: '172.30.17.0/28',
  DEVICE_REGISTRY: JSON.stringify([l1]),
  // The id of a key is the day on which its certificate ends, here long after the test.
  AUTHORITY_KEY_IDS: '20990813',
})

async function doctor(env: NodeJS.ProcessEnv, words = 'doctor --json') {
  const run = await operatorAt({ databaseUrl: 'postgres://nowhere', now: () => time() })(words, { env })
  const findings = (words.includes('--json') ? JSON.parse(run.out).findings : []) as Finding[]
  /** Returns each finding about `what` as its state and what it says. */
  const told = (what: string) => findings.filter(isOf(what)).map(({ state, says }) => `${state}: ${says}`)
  return { ...run, findings, told }
}

async function toldOf(what: string, env: NodeJS.ProcessEnv = {}): Promise<string[]> {
  return (await doctor({ ...settings(), ...env })).told(what)
}

const isOf = (what: string) => (finding: Finding) => finding.what === what
const [isGood, isWarning, isProblem] = ['good', 'warning', 'problem'].map(state =>
  expect.stringMatching(`^${state}: `),
)
/** Selects findings that tests cause: PEM keys, a run as root, a database without copies. */
const isAboutTheTest = ({ what, says }: Finding) =>
  what === 'copies of the database' || says.startsWith('ACCEPTED_RISKS') || says.includes('root')

test('a healthy server has no problem: exit code 0, a table for people, JSON for scripts', async () => {
  const { code, findings } = await doctor(settings())
  expect(code).toBe(0)
  const others = findings.filter(finding => !isAboutTheTest(finding))
  expect(others.filter(({ state }) => state !== 'good')).toEqual([])
  expect(new Set(others.map(({ what }) => what))).toEqual(
    new Set([
      'database',
      'clock and database',
      'schema',
      'months',
      'identity authority',
      'clock and identity authority',
      'bank',
      'clock and bank',
      'reference look-up',
      'SMS provider',
      'clock and SMS provider',
      'SMS_KEY',
      'authority request',
      'AUTHORITY_KEY_IDS',
      'AUTHORITY_SIGNING_CERTIFICATE',
      'AUA_SIGNING_CERTIFICATE',
      'KUA_CERTIFICATE',
      ...others.filter(isOf('settings')).map(({ what }) => what),
    ]),
  )
  const { out } = await doctor(settings(), 'doctor')
  expect(out).toMatch(/^ +What +Finding\n-+ /)
  expect(out).toMatch(/\nok +bank +answers\n/)
  expect(out).toMatch(/\nProblems: 0\. Warnings: \d+\.\n$/)
})

test('all problems of the settings are shown without values, and the other checks still run', async () => {
  const { code, findings, told, out } = await doctor({
    ...settings(),
    PEPPER: 'hidden',
    SMS_URL: 'http://hidden.example',
    LOG_LEVEL: 'hidden',
  })
  expect(code).toBe(1)
  const problemNames = findings
    .filter(({ state }) => state === 'problem')
    .map(({ says }) => says.split(' ')[0])
  expect(new Set(problemNames)).toEqual(new Set(['PEPPER', 'SMS_URL', 'LOG_LEVEL']))
  expect(out).not.toContain('hidden')
  expect([told('bank'), told('SMS provider')]).toEqual([[isGood], []])
})

describe('the external services', () => {
  test('that do not answer are named, with the error code of the system', async () => {
    const { code, told } = await doctor({ ...settings(), BANK_URL: 'http://127.0.0.1:9' })
    expect(code).toBe(1)
    expect(told('bank')).toEqual([
      'problem: does not answer: nothing listens at its address and port (ECONNREFUSED)',
    ])
    expect(told('identity authority')).toEqual([isGood])
  })

  test('show their time: a small difference is a warning, a large one a problem', async () => {
    time = () => testDay
    aheadSeconds = 20
    expect(await toldOf('clock and bank')).toEqual(["warning: this computer's clock is 20 s behind"])
    aheadSeconds = -600
    const { code, told } = await doctor(settings())
    expect([code, told('clock and identity authority')]).toEqual([1, [isProblem]])
  })

  test('include a bank that answers and refuses our signature', async () => {
    bankStatus = 401
    const { code, told } = await doctor(settings())
    expect([code, told('bank')]).toEqual([1, [isGood]])
    expect(told('reference look-up')).toEqual(['problem: bank: no usable answer, HTTP 401'])
  })

  test('have TLS certificates, whose expiry is shown; an untrusted one is a problem', async () => {
    const { privateKey, certificate } = await makeKey('127.0.0.1')
    const end = Date.parse(new X509Certificate(certificate).validTo)
    time = () => new Date(end - 12 * dayMs)
    const https = createServer({ key: privateKey, cert: certificate }, (_request, response) => response.end())
    await new Promise<void>(done => https.listen(0, '127.0.0.1', done))
    const url = `https://127.0.0.1:${(https.address() as AddressInfo).port}`

    expect(await toldOf('SMS provider', { SMS_URL: url })).toEqual([
      expect.stringMatching(
        /^problem: does not answer: its certificate is of no authority .*_SELF_SIGNED_CERT\)$/,
      ),
    ])
    // Test certificates have no name for an IP address, so the name is not checked.
    Object.assign(globalAgent.options, { ca: certificate, checkServerIdentity: () => undefined })
    const trusted = await toldOf('TLS of the SMS provider', { SMS_URL: url })
    for (const name of ['ca', 'checkServerIdentity']) Reflect.deleteProperty(globalAgent.options, name)
    https.close()
    expect(trusted).toEqual([expect.stringMatching(/^warning: .* in 12 days$/)])
  })
})

const [stranger, strangersKua] = await Promise.all([makeKey('Stranger'), makeKey('Another')])
const authority = await makeKey('Authority')
const kua = await makeKey('KUA')

/** An answer before the authority knows who asks: neither signed nor encrypted. */
function refusal(txn: string, err: string) {
  return { body: resp('', { status: '-1', ret: 'n', txn, err }) }
}

describe('a request about nobody shows what is wrong in our settings', () => {
  const answered = (txn: string, err: string, keys = { signer: authority, kua }) => {
    const answerXml = signed(kycRes('', { txn, ret: 'n', err }, ''), keys.signer)
    return { body: resp(encrypted(answerXml, keys.kua.certificate), { txn, ret: 'n', err }) }
  }
  const ours = {
    AUTHORITY_SIGNING_CERTIFICATE: authority.certificate,
    KUA_DECRYPTION_KEY: kua.privateKey,
    KUA_CERTIFICATE: kua.certificate,
  }
  const authorityFindings = async (answer: typeof authorityAnswer, env: NodeJS.ProcessEnv = {}) => {
    authorityAnswer = answer
    const { findings } = await doctor({ ...settings(), ...ours, ...env })
    return findings.filter(
      finding => (finding.state !== 'good' && !isAboutTheTest(finding)) || isOf('authority request')(finding),
    )
  }
  const wrong = (what: string) => [expect.objectContaining({ what, state: 'problem' })]

  test.each([
    ['a refusal that it signs for us', (txn: string) => answered(txn, 'K-540')],
    ['a refusal before it knows us', (txn: string) => refusal(txn, 'K-540')],
  ])('%s is healthy', async (_what, answer) => {
    expect(await authorityFindings(answer)).toEqual([
      expect.objectContaining({ what: 'authority request', state: 'good' }),
    ])
  })

  test.each([
    ['AUA_CODE', 'is unknown', (txn: string) => refusal(txn, 'K-600')],
    ['AUA_SIGNING_CERTIFICATE', 'is another', (txn: string) => refusal(txn, 'K-570')],
    ['AUA_LICENCE_KEY', 'is not taken', (txn: string) => answered(txn, 'K-552')],
    ['KUA_DECRYPTION_KEY', 'is not registered', (txn: string) => refusal(txn, 'K-602')],
    ['AUTHORITY_URL', 'has a wrong path', () => ({ status: 404, body: '<html>Not found</html>' })],
    [
      'AUTHORITY_SIGNING_CERTIFICATE',
      'is of somebody else',
      (txn: string) => answered(txn, 'K-540', { signer: stranger, kua }),
    ],
    [
      'KUA_DECRYPTION_KEY',
      'is of somebody else',
      (txn: string) => answered(txn, 'K-540', { signer: authority, kua: strangersKua }),
    ],
  ])('%s %s', async (what, _how, answer) => {
    expect(await authorityFindings(answer)).toEqual(wrong(what))
  })

  test('and names nobody: neither an id nor a fingerprint is in it', async () => {
    await authorityFindings(txn => answered(txn, 'K-540'))
    const kycRequests = outside.received.filter(({ path }) => path.startsWith('/authority/kyc'))
    expect(kycRequests).toHaveLength(1)
    const [, rad = ''] = /<Rad>(.*)<\/Rad>/.exec(kycRequests[0]?.body ?? '') ?? []
    const auth = Buffer.from(rad, 'base64').toString()
    expect(auth).toContain(' uid=""')
    expect(auth).toContain('<Data></Data>')
  })
})

describe('an empty message to the SMS provider', () => {
  test('is refused for what it lacks where the key is right, else for the key', async () => {
    const told = await toldOf('SMS_KEY', { SMS_KEY: 'k-wrong-2291' })
    expect(told).toEqual(['problem: the SMS provider refuses it, HTTP 401'])
    expect(outside.received.filter(({ path }) => path === '/sms/messages').map(({ body }) => body)).toEqual([
      '{}',
    ])
  })
})

describe('certificates and keys', () => {
  test('that have expired are a problem, that expire within 30 days a warning', async () => {
    time = () => testDay
    const [ended, soon, later] = await Promise.all([makeKey('a', -1), makeKey('b', 20), makeKey('c', 90)])
    const name = 'AUTHORITY_SIGNING_CERTIFICATE'
    expect(await toldOf(name, { [name]: ended.certificate })).toEqual([isProblem])
    expect(await toldOf(name, { [name]: soon.certificate })).toEqual([isWarning])
    expect(await toldOf(name, { [name]: later.certificate })).toEqual([isGood])
    expect(await toldOf(name, { [name]: ended.certificate + later.certificate })).toEqual([isGood, isGood])
  })

  test('of the authority are judged by their day, of the KUA pair by its certificate if known', async () => {
    expect(await toldOf('AUTHORITY_KEY_IDS', { AUTHORITY_KEY_IDS: '20200101' })).toEqual([isProblem])
    expect(await toldOf('AUTHORITY_KEY_IDS', { AUTHORITY_KEY_IDS: '20200101,20990101' })).toEqual([
      isGood,
      isGood,
    ])
    const pair = { KUA_DECRYPTION_KEY: kua.privateKey, KUA_CERTIFICATE: kua.certificate }
    expect(await toldOf('KUA_CERTIFICATE', pair)).toEqual([isGood])
  })
})

describe('the database', () => {
  test.each([
    ['an address where nothing listens', () => 'postgres://u:hidden@127.0.0.1:9/x', /nothing listens/],
    ['a wrong password', () => as('ekyc_server').replace('tests', 'hidden'), /password is wrong \(28P01\)/],
    [
      'a name that is missing',
      () => as('ekyc_server').replace(/[^/]*$/, 'hidden'),
      /no database of this name/,
    ],
    ['TLS that is not there', () => `${as('ekyc_server')}?sslmode=verify-full`, /it offers no TLS/],
    ['an unknown host', () => 'postgres://u:hidden@hidden.invalid/x?sslmode=verify-full', /name server/],
  ])('behind %s is a problem, in words', async (_what, url, words) => {
    const { code, out, told } = await doctor({ ...settings(), DATABASE_URL: url() })
    expect([code, told('database')]).toEqual([1, [expect.stringMatching(words)]])
    expect(told('database')).toEqual([isProblem])
    expect(out).not.toContain('hidden')
  })

  test('that gives the server the rights of its owner is warned about', async () => {
    const { code, told } = await doctor({ ...settings(), DATABASE_URL: as('ekyc_owner') })
    expect(code).toBe(0)
    expect(told('database')).toContainEqual(expect.stringMatching(/^warning: this role owns the tables/))
  })

  test('that takes fewer connections than DATABASE_CONNECTIONS is a problem, fewer than two servers a warning', async () => {
    const states = async (connections: string, others = {}) => {
      const env = { ...settings(), DATABASE_CONNECTIONS: connections, ...others }
      const { findings } = await doctor(env)
      return findings
        .filter(({ says }) => says.startsWith('DATABASE_CONNECTIONS is'))
        .map(({ state }) => state)
    }
    expect(await states('43')).toEqual([])
    expect(await states('44')).toEqual(['warning'])
    expect(await states('98')).toEqual(['problem'])
    expect(await states('98', { DATABASE_POOLER: 'transaction' })).toEqual([])
  })

  test('that may lose answered calls is a problem', async () => {
    const set = (value: string) =>
      withConnection(database.url, client =>
        client.query(`alter role ekyc_server set synchronous_commit = ${value}`),
      )
    await set('off')
    const { code, told } = await doctor(settings())
    await set('on')
    expect(code).toBe(1)
    expect(told('database').join()).toContain('problem: synchronous_commit is off')
  })

  test('of which nobody has a copy is warned about', async () => {
    const { code, told } = await doctor(settings())
    expect(code).toBe(0)
    expect(told('copies of the database')).toEqual([
      expect.stringMatching(/^warning: neither a standby nor an archive/),
    ])
  })

  test('of an older or a later version is reported and left unchanged', async () => {
    const open = openDatabase(database.url, testSeals, { connections: 1 })
    const rename = (from: string, to: string) =>
      runSql(open.runner, 'update migrations set name = $1 where name = $2', [to, from])
    expect(await toldOf('schema')).toEqual([isGood])
    await rename('0043_leftovers', '9999_of_the_future')
    expect(await toldOf('schema')).toEqual([expect.stringMatching(/^warning: .*0043_leftovers/)])
    await runSql(open.runner, `insert into migrations (name) values ('0043_leftovers')`)
    expect(await toldOf('schema')).toEqual([expect.stringMatching(/^warning: .*9999_of_the/)])
    await runSql(open.runner, `delete from migrations where name = '9999_of_the_future'`)
    await open.close()
  })

  test('whose orders lack the tables of coming months is warned about', async () => {
    const open = openDatabase(database.url, testSeals, { connections: 1 })
    expect(await toldOf('months')).toEqual(['good: the first server adds their tables'])
    await addOrderPartitions(open.runner, new Date(databaseNow().getTime() - 92 * dayMs))
    expect(await toldOf('months')).toEqual([isWarning])
    await addOrderPartitions(open.runner, databaseNow())
    expect(await toldOf('months')).toEqual([expect.stringMatching(/^good: .*until/)])
    await open.close()
  })
})

test('the role ekyc_console has what migrate gives it and no more, and is told when it is locked', async () => {
  const ask = (sql: string) => withConnection(database.url, client => client.query(sql))
  const said = () => toldOf('ekyc_console', { CONSOLE_PORT: '8070', FOUR_EYES: 'on' })
  expect(await said()).toEqual(['good: has the rights of the console and no more'])
  for (const right of [
    'update on audit_events',
    'insert (token_hash) on sessions',
    'update (password_hash) on agents',
    'ekyc_admin',
  ]) {
    await ask(`grant ${right} to ekyc_console`)
    expect({ right, says: await said() }).toEqual({
      right,
      says: ['problem: has more rights than migrate gives it'],
    })
    await ask(`revoke ${right} from ekyc_console`)
  }
  await ask('alter role ekyc_console createrole')
  expect(await said()).toEqual(['problem: has more rights than migrate gives it'])
  await ask('alter role ekyc_console nocreaterole nologin')
  expect(await said()).toEqual(['warning: is locked: nobody can use the console (runbook.md)'])
  await ask('alter role ekyc_console login')
  expect(await said()).toEqual([expect.stringMatching(/^good/)])
})

test('a vault where nothing listens is a problem, in words that show no password', async () => {
  const [found] = await examineVault({
    mode: 'vault',
    passThroughMs: 0,
    vaultUrl: 'postgres://u:hidden@127.0.0.1:9/vault',
    sealingKeys: [],
  })
  expect(found).toMatchObject({ state: 'problem', says: expect.stringContaining('nothing listens') })
  expect(JSON.stringify(found)).not.toContain('hidden')
})
