import { expect, test } from 'vitest'

import { doKyc, openOrder, submitOrder } from '../../../testing/do-kyc.ts'
import { notMatched, verified } from '../../../testing/outside/fake-outside.ts'
import { serverOfFile } from '../../../testing/test-server.ts'
import type { AuthorityVerdict } from '../ports.ts'

let token: string
const server = await serverOfFile()
const { mobile, id: agentId } = await server.newAgent()

test('[rule 17] a log-in leaves a row, and so does a wrong one; a stranger has no number in it', async () => {
  const stranger = '9510000009'
  for (const phone of [mobile, stranger]) {
    await server.call('checkUser', { username: phone })
    const password = server.encrypted('Wrong@2026', phone)
    const options = { headers: { traceparent: `00-${'4'.repeat(32)}-${'5'.repeat(16)}-01` } }
    await server.call('login', { username: phone, password, otpDetails: null }, options)
    server.clock.advance(1_000)
  }
  token = await server.signIn(mobile)

  const row = { action: 'session.open', subject: 'session', address: '127.0.0.1' }
  expect(await server.auditRows({ action: 'session.open' })).toMatchObject([
    { ...row, actorKind: 'agent', agentId, actor: mobile, outcome: 'refused', traceId: '4'.repeat(32) },
    { ...row, actorKind: 'stranger', agentId: null, actor: 'XXXXXX0009', outcome: 'refused' },
    { ...row, actorKind: 'agent', agentId, actor: mobile, outcome: 'done' },
  ])
})

test('[rules 16, 17] order, consent, submit and verdict leave a row each', async () => {
  const reference = 'AUDITED'
  const { orderId } = await openOrder(server, { mobile, token }, reference)
  const consent = { version: '2', language: 'en', givenOn: server.clock.now().toISOString() }
  await submitOrder(server, { mobile, token }, orderId, { consent })

  const byAgent = { actorKind: 'agent', agentId, actor: mobile, subject: orderId, address: '127.0.0.1' }
  expect(await server.auditRows({ action: 'order.open' })).toMatchObject([{ ...byAgent, outcome: 'done' }])
  expect(await server.auditRows({ action: 'order.submit' })).toMatchObject([
    { ...byAgent, outcome: 'claimed' },
  ])
  expect(await server.auditRows({ action: 'consent.give' })).toMatchObject([{ ...byAgent, outcome: '2' }])
  expect(await server.auditRows({ action: 'order.settle' })).toMatchObject([
    { actorKind: 'system', agentId, actor: 'server', subject: orderId, outcome: 'verified', address: null },
  ])
})

test.each<[string, AuthorityVerdict, object, string]>([
  [
    'a verified customer',
    verified,
    { status: 'KYC_SUCCESS', outcome: 'verified', errorSource: null, errorCode: null, action: '' },
    'verified',
  ],
  [
    'a mismatch',
    notMatched,
    {
      status: 'KYC_FAILURE',
      outcome: 'refused',
      errorSource: 'authentication',
      errorCode: '300',
      action: 'A302',
    },
    '300',
  ],
  [
    'no answer in time',
    { kind: 'timed-out' },
    {
      status: 'KYC_FAILURE',
      outcome: 'timed-out',
      errorSource: null,
      errorCode: 'authority_timeout',
      action: null,
    },
    'authority_timeout',
  ],
])('[rule 17] %s is in order and audit row', async (what, verdict, order, outcome) => {
  server.outside.answer = async () => verdict
  const { orderId } = await doKyc(server, { mobile, token, reference: what })

  const [settled] = await server.sql(
    `select status, outcome, error_source as "errorSource", error_code as "errorCode", action,
      authority_code as "authorityCode" from orders where id = $1`,
    [orderId],
  )
  expect(settled).toEqual({
    ...order,
    authorityCode: 'authorityCode' in verdict ? verdict.authorityCode : null,
  })
  const rows = await server.auditRows({ action: 'order.settle' })
  expect(rows.filter(({ subject }) => subject === orderId)).toMatchObject([{ outcome }])
})

test('[rule 17] a new password leaves a row that tells what it was for', async () => {
  const { otpDetails } = await server.call('resetPassword', { username: mobile })
  await server.setPassword(mobile, otpDetails)

  // The first row is about the password that the test gave the agent.
  expect((await server.auditRows({ action: 'password.set' })).slice(1)).toMatchObject([
    {
      actorKind: 'agent',
      agentId,
      actor: mobile,
      subject: 'reset',
      outcome: 'done',
      address: '127.0.0.1',
    },
  ])
})
