import { beforeEach, expect, test } from 'vitest'

import { doKyc, openOrder } from '../../../testing/do-kyc.ts'
import { notMatched, verified } from '../../../testing/outside/fake-outside.ts'
import { testCapture } from '../../../testing/outside/test-capture.ts'
import { serverOfFile, type TestAnswer } from '../../../testing/test-server.ts'

let reference: string
const server = await serverOfFile()
const { mobile, token } = await server.signedInAgent()
const stranger = await server.signedInAgent()
beforeEach(() => {
  reference = `REF-${server.outside.references.size}`
  server.outside.answer = async () => verified
})

function details(orderId: string, asker = { mobile, token }): Promise<TestAnswer> {
  return server.call('getOrder', { username: asker.mobile, orderId }, { token: asker.token })
}

test('a verified order tells its consent and device, and is otherwise as in the list', async () => {
  const now = server.clock.now()
  const consent = { version: '2', language: 'hi', givenOn: now.toISOString() }
  const capture = testCapture(now, mobile)
  const { orderId } = await doKyc(server, { mobile, token, reference, capture, consent })
  const { order } = await details(orderId)
  const { dpId, rdsId, rdsVer, mi } = capture.meta
  const { orders } = await server.call('listOrders', { username: mobile, pageNo: 1 }, { token })
  expect(order).toEqual({
    ...orders[0],
    status: 'KYC_SUCCESS',
    dbsRefCode: reference,
    completedOn: now.toISOString(),
    code: '',
    authority: null,
    consent: { ...consent, textHash: expect.stringMatching(/^[0-9a-f]{64}$/) },
    device: { dpId, rdsId, rdsVer, mi },
  })
})

test('a refused order tells the code and the reply of the authority, as its submit did', async () => {
  server.outside.answer = async () => notMatched
  const { orderId, response, authority } = await doKyc(server, { mobile, token, reference })
  expect((await details(orderId))['order']).toMatchObject({
    status: 'KYC_FAILURE',
    code: response.code,
    tpsMsg: response.displayMsg,
    authority,
    consent: null,
  })
})

test('an order without an answer of the authority tells our code and no reply', async () => {
  server.outside.answer = async () => ({ kind: 'timed-out' })
  const { orderId } = await doKyc(server, { mobile, token, reference })
  expect((await details(orderId))['order']).toMatchObject({ code: 'authority_timeout', authority: null })
})

test('an order that was not submitted is INIT, with neither verdict nor device', async () => {
  const { orderId } = await openOrder(server, { mobile, token }, reference)
  expect((await details(orderId))['order']).toMatchObject({
    status: 'INIT',
    transactionId: '',
    tpsMsg: '',
    completedOn: null,
    code: '',
    device: null,
  })
})

test("[rule 4] another agent's order, one that does not exist and one that is no id answer the same", async () => {
  const { orderId } = await doKyc(server, { mobile, token, reference })
  const answers = []
  for (const id of [orderId, '01890000-0000-7000-8000-000000000000', 'x'])
    answers.push(await details(id, stranger))
  for (const { status, response } of answers)
    expect({ status, response }).toEqual({ status: 403, response: answers[0]?.response })
})

test('the number of the device is not kept', async () => {
  const capture = testCapture(server.clock.now(), mobile)
  await doKyc(server, { mobile, token, reference, capture })
  const rows = await server.sql('select * from orders')
  expect(JSON.stringify(rows)).toContain(capture.meta.mi)
  expect(JSON.stringify(rows)).not.toContain(capture.meta.dc)
})
