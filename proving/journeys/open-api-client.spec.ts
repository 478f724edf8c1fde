import { captureFingerprint } from '@ekyc/contract/testing/capture-fingerprint'
import { encryptPassword } from '@ekyc/contract/testing/encrypt-password'
import createClient from 'openapi-fetch'

import type { paths } from './dist/open-api.d.ts'
import { expect, test } from './product.ts'

const mobile = '9000000001'

test('[API-12, API-13, API-11, API-10] a client generated from the OpenAPI document does the whole job, from log-in to the statistics, and gets a code for each refusal', async ({
  product,
}) => {
  const client = createClient<paths>({ baseUrl: product.address })
  const around = {
    header: { msgType: 'OPEN_API_CLIENT', datetime: new Date().toISOString(), requestId: 'open-api-1' },
    device: { type: 'PC', location: '0.00,0.00' },
  }

  const check = await client.POST('/api/v1/dbs/user/check', { body: { ...around, username: mobile } })
  if (!check.data || !('otpRequired' in check.data)) throw new Error('the number is refused')
  expect(check.data.otpRequired).toBe(false)

  const logIn = (password: string) =>
    client.POST('/api/v1/dbs/user/login/password', {
      body: { ...around, username: mobile, password: encryptPassword(password, mobile), otpDetails: null },
    })
  const wrong = await logIn('Wrong@2026')
  if (!wrong.data || wrong.data.response.success) throw new Error('a wrong password logs in')
  expect(wrong.data.response.code).toBe('wrong_password')
  const { data: session } = await logIn('Agent@2026')
  if (!session || !('token' in session)) throw new Error('the right password does not log in')
  client.use({
    onRequest({ request }) {
      request.headers.set('authorization', `Bearer ${session.token}`)
      return request
    },
  })

  const reference = await client.POST('/api/v1/dbs/ekyc/refcode/check', {
    body: { ...around, mobile, username: mobile, dbsRefCode: 'DBS10097' },
  })
  if (!reference.data || !('orderId' in reference.data)) throw new Error('the reference is refused')
  const { orderId, biometricConstants } = reference.data

  const kycs = async () => {
    const body = { ...around, id: mobile, timeframe: '1M' as const }
    const { data } = await client.POST('/api/v1/dbs/mis/statistics/get', { body })
    return data && 'userStatistics' in data ? (data.userStatistics.at(-1)?.data.KYC_SUCCESS ?? 0) : 0
  }
  const before = await kycs()
  const submit = (biometricDeviceInfo: Awaited<ReturnType<typeof captureFingerprint>>) =>
    client.POST('/api/v1/dbs/ekyc/order/submit', {
      body: {
        ...around,
        username: mobile,
        sessionId: 'session-1',
        roid: mobile,
        orderId,
        biometricDeviceInfo,
      },
    })
  const capture = await captureFingerprint(product.sandbox, {
    wadh: biometricConstants.wadh,
    mobile,
    reference: 'DBS10097',
  })
  const spoilt = await submit({ ...capture, Hmac: 'AAAA' })
  expect(spoilt.data?.response).toMatchObject({ success: false, code: 'capture_malformed' })
  const submitted = await submit(capture)
  if (!submitted.data || !('transactionId' in submitted.data)) throw new Error('the order is refused')
  expect(submitted.data.response.success).toBe(true)
  expect(await kycs()).toBe(before + 1)
  expect((await product.authorityRequests()).at(-1)?.txn).toBe(submitted.data.transactionId)

  const list = await client.POST('/api/v1/dbs/ekyc/order/byUser', {
    body: { ...around, username: mobile, pageNo: 1 },
  })
  expect(list.data?.orders[0]).toMatchObject({
    status: 'KYC_SUCCESS',
    transactionId: submitted.data.transactionId,
  })
  const missing = await client.GET('/api/v1/dbs/access/role/id/{roleId}', {
    params: { path: { roleId: 'NO_ROLE_OF_MINE' } },
  })
  expect([missing.response.status, missing.error?.response.code]).toEqual([403, 'not_yours'])
})

test('the examples of a running sandbox work as they stand, with the token, a reference, its order and a capture put in', async ({
  product,
}) => {
  type Operation = { post?: { requestBody: { content: { 'application/json': { example: object } } } } }
  const served = await fetch(`${product.address}/docs/json`)
  const { paths: operations } = (await served.json()) as { paths: Record<string, Operation> }
  let token: string | undefined

  async function send(path: string, changes: object = {}) {
    const example = operations[path]?.post?.requestBody.content['application/json'].example
    const answer = await fetch(`${product.address}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({ ...example, ...changes }),
    })
    return (await answer.json()) as { response: { success: boolean }; token?: string; orderId?: string }
  }

  expect((await send('/api/v1/dbs/user/check')).response.success).toBe(true)
  token = (await send('/api/v1/dbs/user/login/password')).token
  for (const path of ['user/profile/get', 'mis/statistics/get', 'ekyc/order/byUser'])
    expect((await send(`/api/v1/dbs/${path}`)).response.success).toBe(true)
  // Another test may have finished the KYC of the example's reference.
  const dbsRefCode = 'DBS10096'
  const { orderId } = await send('/api/v1/dbs/ekyc/refcode/check', { dbsRefCode })
  expect((await send('/api/v1/dbs/ekyc/order/submit', { orderId })).response).toMatchObject({
    success: false,
    code: 'capture_key_unknown',
  })
  const captured = await fetch(`${product.sandbox}/device/capture?refcode=${dbsRefCode}&roid=${mobile}`)
  const submitted = await send('/api/v1/dbs/ekyc/order/submit', {
    orderId,
    biometricDeviceInfo: await captured.json(),
  })
  expect(submitted.response.success).toBe(true)
})
