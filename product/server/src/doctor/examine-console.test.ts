import { randomUUID, X509Certificate } from 'node:crypto'
import { createServer, globalAgent } from 'node:https'
import type { AddressInfo } from 'node:net'

import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { withConnection } from '../database/link/direct-connection.ts'
import { dayMs } from '../domain/clocks.ts'
import { databaseOfFile } from '../../testing/database/test-database.ts'
import { makeKey } from '../../testing/outside/fake-authority.ts'
import { startFakeServer, type FakeServer } from '../../testing/outside/fake-server.ts'
import { productionSettings } from '../../testing/production-settings.ts'
import { testDay } from '../../testing/fixed/test-day.ts'
import { createExamination } from './examine.ts'

const complete = await productionSettings()

let provider: FakeServer
let time: () => Date
/** The provider's answer. The provider's own address replaces the word ISSUER in the body. */
let discovery: { status: number; body: string }
const ask = (sql: string, values: unknown[] = []) =>
  withConnection(databaseUrl, client => client.query(sql, values))

const databaseUrl = await databaseOfFile()
beforeEach(async () => {
  time = () => testDay
  discovery = { status: 200, body: '{"issuer":"ISSUER"}' }
  provider = await startFakeServer((response, { path }) => {
    const isAsked = path === '/.well-known/openid-configuration'
    response.statusCode = isAsked ? discovery.status : 404
    response.end(discovery.body.replace('ISSUER', provider.url))
  })
})
afterEach(() => provider.close())

async function examined(settings: NodeJS.ProcessEnv): Promise<Record<string, string[]>> {
  const far = { AUTHORITY_URL: 'bad', BANK_URL: 'bad', SMS_URL: 'bad', DATABASE_URL: databaseUrl }
  const findings = await createExamination({ ...complete, ...far, ...settings }, () => time())()
  const found: Record<string, string[]> = {}
  for (const { what, state, says } of findings) (found[what] ??= []).push(`${state}: ${says}`)
  return found
}
const withConsole = { CONSOLE_PORT: '8070', FOUR_EYES: 'on' }

test('an installation without a console hears nothing of it', async () => {
  for (const settings of [{}, { CONSOLE_PORT: 'off', FOUR_EYES: 'on' }]) {
    const about = Object.keys(await examined(settings))
    expect(about).not.toContain('FOUR_EYES')
    expect(about).not.toContain('ekyc_console')
  }
})

describe('the second person', () => {
  test.each([
    ['on', 'good: a second person decides what one person may not'],
    ['off', 'warning: is off: one person gives rights, erases and imports alone'],
    ['', 'problem: is missing: on, or off where one person may do what needs two'],
  ])('FOUR_EYES=%s', async (said, finding) => {
    expect((await examined({ ...withConsole, FOUR_EYES: said }))['FOUR_EYES']).toEqual([finding])
  })

  test('is missed where fewer than three people may approve: the disabled and other roles do not count', async () => {
    const add = (role: string, disabled: boolean) =>
      ask(
        `insert into staff (id, name, roles, created_on, disabled_on) values ($1, 'Neha', array[$2], now(), $3)`,
        [randomUUID(), role, disabled ? testDay : null],
      )
    for (const role of ['supervisor', 'security', 'support', 'auditor']) await add(role, false)
    await add('supervisor', true)
    const about = async () => (await examined(withConsole))['people who may approve']
    expect(await about()).toEqual([expect.stringMatching(/^warning: 2: /)])
    await add('supervisor', false)
    expect(await about()).toEqual(['good: 3'])
  })
})

describe("the bank's identity provider", () => {
  test('is missed', async () => {
    expect((await examined(withConsole))['OIDC_ISSUER']).toEqual([
      "problem: is missing: the staff sign in by the bank's OpenID Connect provider alone",
    ])
  })

  const said = async (issuer = provider.url) =>
    (await examined({ ...withConsole, OIDC_ISSUER: issuer }))['OIDC_ISSUER']

  test('is asked for its discovery document, and names itself there', async () => {
    expect(await said()).toEqual(['good: answers its discovery document, and calls itself so'])
    expect(await said(`${provider.url}/`)).toEqual([expect.stringMatching(/^good/)])
  })

  test.each([
    ['another name', 200, '{"issuer":"https://other.example"}', /^problem: is not the name/],
    ['a page', 200, '<html>', /^problem: is not the name/],
    ['nothing', 404, '', /^problem: has no discovery document, HTTP 404/],
  ])('that answers %s is a problem', async (_what, status, body, words) => {
    discovery = { status, body }
    expect(await said()).toEqual([expect.stringMatching(words)])
  })

  test('that is away, or another machine without TLS, is a problem', async () => {
    await provider.close()
    expect(await said()).toEqual([
      'problem: does not answer: nothing listens at its address and port (ECONNREFUSED)',
    ])
    expect(await said('http://sso.bank.example')).toEqual(['problem: must be an https address'])
  })
})

test("the certificate's end of the console's address is told; an address without a way to it is a warning", async () => {
  const away = await examined({ ...withConsole, CONSOLE_ORIGIN: 'https://127.0.0.1:9' })
  expect(away['console']).toEqual([expect.stringMatching(/^warning: does not answer here: nothing listens/)])
  const { privateKey, certificate } = await makeKey('127.0.0.1')
  const end = Date.parse(new X509Certificate(certificate).validTo)
  time = () => new Date(end - 12 * dayMs)
  const https = createServer({ key: privateKey, cert: certificate }, (_request, response) => response.end())
  await new Promise<void>(done => https.listen(0, '127.0.0.1', done))
  const origin = `https://127.0.0.1:${(https.address() as AddressInfo).port}`
  // Test certificates have no name for an IP address, so the name is not checked.
  Object.assign(globalAgent.options, { ca: certificate, checkServerIdentity: () => undefined })
  const found = await examined({ ...withConsole, CONSOLE_ORIGIN: origin })
  for (const name of ['ca', 'checkServerIdentity']) Reflect.deleteProperty(globalAgent.options, name)
  https.close()
  expect(found['console']).toEqual(['good: answers'])
  expect(found['TLS of the console']).toEqual([expect.stringMatching(/^warning: ends on .* in 12 days$/)])
})

test('jobs that stand still are warned about', async () => {
  const about = async (what: string) => (await examined(withConsole))[what]
  expect(await about('jobs of the console')).toEqual(['good: none is late'])
  await ask('alter table jobs disable trigger hold_job')
  const add = (kind: string, age: string, lease: string | null) =>
    ask(
      `insert into jobs (id, kind, input, maker, proposal, created_on, leased_until)
       values ($1, $2, '{}', '{}', 1, now() - $3::interval, now() - $4::interval)`,
      [randomUUID(), kind, age, lease],
    )
  await add('import', '10 minutes', null)
  await add('erase', '20 hours', null)
  await add('import', '1 hour', '1 minute')
  expect(await about('jobs of the console')).toEqual(['good: none is late'])
  await add('import', '1 hour', '10 minutes')
  await add('import', '20 minutes', null)
  await add('erase', '40 hours', null)
  expect(await about('jobs of the console')).toEqual([
    expect.stringMatching(/^warning: 1 begun/),
    expect.stringMatching(/^warning: 2 wait/),
  ])
})
