import { captureFingerprint } from '@ekyc/contract/testing/capture-fingerprint'

import { createHttpClient, type HttpClient } from './http-client.ts'
import { expect, test, type Product } from './product.ts'

const mobile = '9000000001'
const password = 'Agent@2026'

async function signedIn(product: Product, phone = mobile): Promise<HttpClient> {
  const client = createHttpClient(product.address, phone)
  await client.check()
  expect((await client.login(password)).response.success).toBe(true)
  return client
}

async function submitted(client: HttpClient, product: Product, reference: string) {
  const check = await client.checkReference(reference)
  expect(check.response.displayMsg).toBe('Success')
  const wadh = check['biometricConstants'].wadh as string
  const capture = await captureFingerprint(product.devicePort, { wadh, mobile: client.mobile, reference })
  return { capture, check, answer: await client.submit(check['orderId'] as string, capture) }
}

test('[API-12, API-13, API-11, API-10] a script with a device does the whole job over HTTP: from log-in to the statistics', async ({
  product,
}) => {
  const client = await signedIn(product)
  const kycs = async () => {
    const months = (await client.statistics('1M'))['userStatistics'] as { data: { KYC_SUCCESS: number } }[]
    return months.at(-1)?.data.KYC_SUCCESS ?? 0
  }
  const [before, asked] = [await kycs(), (await product.authorityRequests()).length]

  const { answer } = await submitted(client, product, 'DBS10077')

  expect(answer).toMatchObject({ status: 200, response: { success: true } })
  const [newest] = (await client.orders())['orders'] as object[]
  expect(newest).toMatchObject({
    status: 'KYC_SUCCESS',
    dbsRefCode: 'DBS10077',
    transactionId: answer['transactionId'] as string,
  })
  expect(await kycs()).toBe(before + 1)
  const requests = (await product.authorityRequests()).slice(asked)
  expect(requests).toHaveLength(1)
  expect(requests[0]?.txn).toBe(answer['transactionId'])
  expect((await client.checkReference('DBS10077')).response.displayMsg).toContain('already complete')
})

test('the same submit twice, and twenty at once, ask the authority once', async ({ product }) => {
  const client = await signedIn(product)
  const asked = (await product.authorityRequests()).length
  const { answer, capture, check } = await submitted(client, product, 'DBS10078')

  const again = await Promise.all(
    Array.from({ length: 20 }, () => client.submit(check['orderId'] as string, capture)),
  )

  for (const one of again) expect(one).toEqual(answer)
  expect((await product.authorityRequests()).length).toBe(asked + 1)
})

test('the finger on the device decides: another one fails DBS1, its own makes DBS2 succeed', async ({
  product,
}) => {
  const client = await signedIn(product)
  await product.device({ finger: 'somebody-else' })
  expect((await submitted(client, product, 'DBS10079')).answer.response.displayMsg).toContain('(300)')
  await product.device({ finger: 'DBS20079' })
  expect((await submitted(client, product, 'DBS20079')).answer.response.success).toBe(true)
})

test('locked biometrics, an unreadable answer and a faulty authority each have their message', async ({
  product,
}) => {
  const client = await signedIn(product)
  expect((await submitted(client, product, 'DBS30001')).answer.response.displayMsg).toContain('(330)')
  expect((await submitted(client, product, 'DBS50001')).answer.response.displayMsg).toContain(
    'unusable answer',
  )
  await product.authority({ httpStatus: 503 })
  expect((await submitted(client, product, 'DBS10080')).answer.response.displayMsg).toContain(
    'unusable answer',
  )
})

test('[KYC-12] an authority that answers too late is a 504 and a failed order', async ({ product }) => {
  test.setTimeout(90_000)
  const client = await signedIn(product)
  const { answer } = await submitted(client, product, 'DBS40001')
  expect([answer.status, answer.response.displayMsg]).toEqual([504, 'Timeout Error'])
  expect((await client.orders())['orders'][0]).toMatchObject({
    status: 'KYC_FAILURE',
    dbsRefCode: 'DBS40001',
  })
})

test('an unknown reference and an unreachable bank open no order', async ({ product }) => {
  const client = await signedIn(product)
  expect((await client.checkReference('NOBODY')).response).toEqual({
    success: false,
    displayMsg: 'The reference number is not known to the bank.',
    code: 'reference_unknown',
  })
  await product.bank({ httpStatus: 500 })
  expect((await client.checkReference('DBS10081')).status).toBe(503)
})

test('a restarted server keeps sessions, orders and results that wait for the bank', async ({ product }) => {
  const client = await signedIn(product, '9000000005')
  await product.bank({ httpStatus: 500 })
  const check = client.checkReference('DBS10082')
  expect((await check).status).toBe(503)
  await product.bank({ httpStatus: 200 })

  await product.restartServer()

  expect((await client.orders())['totalItems']).toBeGreaterThanOrEqual(2_000)
})
