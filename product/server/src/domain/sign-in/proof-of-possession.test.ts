import { PassThrough } from 'node:stream'

import { calls } from '@ekyc/contract/calls'
import { expect, test } from 'vitest'

import { createProofKey, type ProofClaims, type ProofKey } from '../../../testing/outside/proof-key.ts'
import { refusal } from '../../../testing/refusal.ts'
import { agentPassword, serverOfFile, serverOfTest, type TestServer } from '../../../testing/test-server.ts'

const mobile = '9300000001'
const origin = 'https://ekyc.bank.example'
const profileUrl = origin + calls.getProfile.path
const own = createProofKey()

const server = await serverOfFile()
await server.addAgent({ mobile, password: agentPassword })
const token = await boundToken(server)

function logIn(to: TestServer, proof: string | undefined) {
  return to.checkAndLogIn(mobile, agentPassword, { headers: proof === undefined ? {} : { dpop: proof } })
}

async function boundToken(to: TestServer, key = own): Promise<string> {
  const proof = key.prove({ url: origin + calls.login.path, at: to.clock.now() })
  return (await logIn(to, proof))['token'] as string
}

async function readProfile(proof: string | undefined, { of = token, from = server } = {}) {
  const options = { token: of, headers: proof === undefined ? {} : { dpop: proof } }
  return from.call('getProfile', { username: mobile }, options)
}

const proven = (key: ProofKey = own, of = token) =>
  key.prove({ url: profileUrl, at: server.clock.now(), token: of })

test('a session that was opened with a proof answers calls with a new proof of the same key', async () => {
  expect((await readProfile(proven())).status).toBe(200)
  expect((await readProfile(proven())).status).toBe(200)
})

test('the token of a bound session alone is worth nothing', async () => {
  const answer = await readProfile(undefined)
  expect([answer.status, answer.response]).toEqual([401, refusal('unauthorized')])
})

test('a call without a proof refuses no other call of its session, which is still on its way', async () => {
  expect((await readProfile(proven())).status).toBe(200)
  const url = calls.listOrders.path
  const payload = new PassThrough()
  const headers = {
    'content-type': 'application/json',
    authorization: `Bearer ${token}`,
    dpop: own.prove({ url: origin + url, at: server.clock.now(), token }),
  }
  const list = server.app.inject({ method: 'POST', url, headers, payload }).then(answer => answer.statusCode)
  expect((await readProfile(undefined)).status).toBe(401)
  payload.end(JSON.stringify({ header: {}, device: {}, username: mobile, pageNo: 1, from: '', to: '' }))
  expect(await list).toBe(200)
})

test('a proof is good once', async () => {
  const proof = proven()
  expect((await readProfile(proof)).status).toBe(200)
  expect((await readProfile(proof)).status).toBe(401)
})

test('[K14] a proof opens one session, by password too', async () => {
  const dpop = own.prove({ url: origin + calls.login.path, at: server.clock.now() })
  expect((await logIn(server, dpop)).response.success).toBe(true)
  expect((await logIn(server, dpop)).status).toBe(401)
})

test('a used proof stays refused until its time is over, and is too old then', async () => {
  server.clock.advance(300_000)
  expect((await readProfile(proven())).status).toBe(200)
  server.clock.advance(55_000)
  const proof = own.prove({ url: profileUrl, at: new Date(server.clock.now().getTime() + 55_000), token })
  expect((await readProfile(proof)).status).toBe(200)
  for (let seconds = 0; seconds < 150; seconds += 10) {
    server.clock.advance(10_000)
    expect((await readProfile(proof)).status).toBe(401)
  }
})

const changes: [what: string, change: { claims?: ProofClaims; header?: ProofClaims }][] = [
  ['of another method', { claims: { htm: 'GET' } }],
  ['of another call', { claims: { htu: origin + calls.listOrders.path } }],
  ['without an address', { claims: { htu: undefined } }],
  ['for another token', { claims: { ath: 'A'.repeat(43) } }],
  ['without an id', { claims: { jti: undefined } }],
  ['without a time', { claims: { iat: undefined } }],
  ['of another type', { header: { typ: 'JWT' } }],
  ['that is not signed', { header: { alg: 'none' } }],
  ['with an extension that must be understood', { header: { crit: ['b64'], b64: true } }],
  ['without a key', { header: { jwk: undefined } }],
  ['with its private key', { header: { jwk: { ...own.jwk, d: 'A'.repeat(43) } } }],
  [
    'with a key off the curve',
    { header: { jwk: { kty: 'EC', crv: 'P-256', x: 'A'.repeat(43), y: 'B'.repeat(43) } } },
  ],
]
test.each(changes)('a proof %s is refused', async (_what, change) => {
  const proof = own.prove({ url: profileUrl, at: server.clock.now(), token }, change)
  expect((await readProfile(proof)).status).toBe(401)
})

test.each([
  ['61 s old', -61_000, 401],
  ['59 s old', -59_000, 200],
  ['59 s ahead', 59_000, 200],
  ['61 s ahead', 61_000, 401],
])('a proof that is %s', async (_what, ms, status) => {
  const at = new Date(server.clock.now().getTime() + ms)
  expect((await readProfile(own.prove({ url: profileUrl, at, token }))).status).toBe(status)
})

test('a changed byte, a missing part and a second proof are refused', async () => {
  const proof = proven()
  const [header, payload, signature = ''] = proof.split('.')
  const changed = signature.startsWith('A') ? `B${signature.slice(1)}` : `A${signature.slice(1)}`
  const bad = [`${header}.${payload}.${changed}`, `${header}.${payload}`, `${proof}, ${proven()}`, 'x', '']
  const statuses = await Promise.all(bad.map(async text => (await readProfile(text)).status))
  expect(statuses).toEqual([401, 401, 401, 401, 401])
})

test('the metrics count refused proofs by their reason, and no good ones', async () => {
  const watched = await serverOfTest({ databaseUrl: server.databaseUrl })
  const of = await boundToken(watched)
  const at = watched.clock.now()
  const good = own.prove({ url: profileUrl, at, token: of })
  const [header = '', claims = ''] = good.split('.')
  const ask = (proof: string | undefined) => readProfile(proof, { of, from: watched })
  expect((await ask(good)).status).toBe(200)

  const refused: [reason: string, proof: string | undefined][] = [
    ['repeated', good],
    ['missing', undefined],
    ['malformed', 'no proof'],
    ['forged', `${header}.${claims}.${'A'.repeat(86)}`],
    ['other-key', createProofKey().prove({ url: profileUrl, at, token: of })],
    ['other-token', own.prove({ url: profileUrl, at, token: 'another' })],
    ['other-call', own.prove({ url: origin + calls.listOrders.path, at, token: of })],
    ['stale', own.prove({ url: profileUrl, at: new Date(at.getTime() - 600_000), token: of })],
  ]
  for (const [, proof] of refused) expect((await ask(proof)).status).toBe(401)
  const { text } = await watched.metrics.read()
  const counted = [...text.matchAll(/^ekyc_proofs_refused_total\{reason="(.*)"\} 1$/gm)].map(([, one]) => one)
  expect(new Set(counted)).toEqual(new Set(refused.map(([reason]) => reason)))
})

test('a log-in with a proof that is not good is refused', async () => {
  const proof = own.prove({ url: profileUrl, at: server.clock.now() })
  const answer = await logIn(server, proof)
  expect([answer.status, answer.response]).toEqual([401, refusal('unauthorized')])
})

test('a plain bearer works for a session that was opened without a proof, with a proof beside it or not', async () => {
  const plain = await server.signIn(mobile)
  expect((await readProfile(undefined, { of: plain })).status).toBe(200)
  expect((await readProfile(proven(own, plain), { of: plain })).status).toBe(200)
})

test('where the bank demands keys, neither a log-in without a proof nor an older plain bearer is accepted', async () => {
  const plain = await server.signIn(mobile)
  const strict = await serverOfTest({ databaseUrl: server.databaseUrl, dpopRequired: true })
  expect((await logIn(strict, undefined)).status).toBe(401)
  expect((await readProfile(undefined, { of: plain, from: strict })).status).toBe(401)
  expect((await readProfile(proven(own, plain), { of: plain, from: strict })).status).toBe(401)
  const bound = await boundToken(strict)
  const proof = own.prove({ url: profileUrl, at: strict.clock.now(), token: bound })
  expect((await readProfile(proof, { of: bound, from: strict })).status).toBe(200)
})

test("the proof names the portal's address behind any proxy, and no other one where PORTAL_ORIGIN is set", async () => {
  const named = await serverOfTest({ databaseUrl: server.databaseUrl, portalOrigin: origin })
  const at = named.clock.now()
  const statusFor = async (url: string) =>
    (await readProfile(own.prove({ url, at, token }), { from: named })).status
  expect(await statusFor(profileUrl)).toBe(200)
  expect(await statusFor(`${profileUrl}?ignored=1#part`)).toBe(200)
  expect(await statusFor(`http://127.0.0.1:8080${calls.getProfile.path}`)).toBe(401)
})

test.each([
  ['a little', 10_000],
  ['far', 3_600_000],
])('a clock that is set back %s brings no used proof back', async (_way, ms) => {
  const proof = proven()
  expect((await readProfile(proof)).status).toBe(200)
  server.clock.advance(-ms)
  expect((await readProfile(proven())).status).toBe(200)
  expect((await readProfile(proof)).status).toBe(401)
  server.clock.advance(ms)
})
