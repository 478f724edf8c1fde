import { encryptPassword } from '@ekyc/contract/testing/encrypt-password'
import { indiaDate } from '@ekyc/contract/india-time'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { testCapture } from './testing/test-capture.ts'
import { agentPassword, startTestServer, type TestServer } from './testing/test-server.ts'

const mobile = '9500000001'
let server: TestServer
let token: string
beforeAll(async () => {
  server = await startTestServer({ consentRequired: false })
  await server.addAgent({ mobile, password: agentPassword })
  token = await server.signIn(mobile)
})
afterAll(() => server.close())

/** Runs a call and returns its SQL statements, including `begin` and `commit`. */
async function statementsOf(call: () => Promise<{ response: { success: boolean } }>): Promise<string[]> {
  const sent = vi.spyOn(Client.prototype, 'query')
  const answer = await call()
  const texts = sent.mock.calls.map(([statement]) => (statement as unknown as { text: string }).text)
  sent.mockRestore()
  expect(answer.response).toMatchObject({ success: true })
  return texts
}

function openOrder(reference: string) {
  server.outside.references.set(reference, 'allowed')
  return server.call('checkReference', { mobile, username: mobile, dbsRefCode: reference }, { token })
}

test('a submit has at most 8', async () => {
  const { orderId } = await openOrder('REF-1')
  const biometricDeviceInfo = testCapture(server.clock.now(), mobile)
  const submit = { username: mobile, sessionId: 's-1', roid: mobile, orderId, biometricDeviceInfo }
  const statements = await statementsOf(() => server.call('submitOrder', submit, { token }))
  expect(statements.length).toBeLessThanOrEqual(8)
})

test('a reference check has at most 6', async () => {
  const statements = await statementsOf(() => openOrder('REF-2'))
  expect(statements.length).toBeLessThanOrEqual(6)
})

test.each(['a new device', 'a known device'])('a log-in from %s has at most 6', async device => {
  const logIn = (headers: Record<string, string> = {}) =>
    server.call(
      'login',
      {
        username: mobile,
        password: encryptPassword(agentPassword, mobile, indiaDate(server.clock.now())),
        otpDetails: null,
      },
      { headers },
    )
  const cookie = String((await logIn()).headers['set-cookie']).split(';')[0] ?? ''
  const statements = await statementsOf(() => logIn(device === 'a known device' ? { cookie } : {}))
  expect(statements.length).toBeLessThanOrEqual(6)
})
