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
    const headers = { traceparent: `00-${'4'.repeat(32)}-${'5'.repeat(16)}-01` }
    await server.checkAndLogIn(phone, 'Wrong@2026', { headers })
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

test.each<[outcome: string, AuthorityVerdict]>([
  ['verified', verified],
  ['300', notMatched],
  ['authority_timeout', { kind: 'timed-out' }],
])(
  '[rule 17] an order that ends with %s leaves that in its row, and keeps the code of the answer',
  async (outcome, verdict) => {
    server.outside.answer = async () => verdict
    const { orderId } = await doKyc(server, { mobile, token })
    const rows = await server.auditRows({ action: 'order.settle', subject: orderId })
    expect(rows).toMatchObject([{ outcome }])
    const [order] = await server.sql('select authority_code as code from orders where id = $1', [orderId])
    expect(order).toEqual({ code: 'authorityCode' in verdict ? verdict.authorityCode : null })
  },
)

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
