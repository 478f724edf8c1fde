import { captureFingerprint } from '@ekyc/contract/testing/capture-fingerprint'

import { createHttpClient, type HttpClient } from './http-client.ts'
import { expect, test, type Product } from './product.ts'

const mobile = '9000000001'
const password = 'Agent@2026'

async function signedIn(product: Product): Promise<HttpClient> {
  const client = createHttpClient(product.address, mobile)
  await client.check()
  expect(await client.login(password)).toMatchObject({ status: 200, response: { success: true } })
  return client
}

async function submitted(client: HttpClient, product: Product, reference: string) {
  const check = await client.checkReference(reference)
  expect(check.response.displayMsg).toBe('Success')
  const wadh = check['biometricConstants'].wadh as string
  const capture = await captureFingerprint(product.devicePort, { wadh, mobile: client.mobile, reference })
  return { answer: await client.submit(check['orderId'] as string, capture) }
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

test('a submit in flight gets its answer while the server stops, and the next server knows session and order', async ({
  product,
}) => {
  const client = await signedIn(product)
  await product.authority({ delayMs: 3_000 })
  const asked = (await product.authorityRequests()).length
  const submit = submitted(client, product, 'DBS10090')
  // The authority has received the question and delays its answer.
  await expect.poll(async () => (await product.authorityRequests()).length).toBe(asked + 1)

  const restarted = product.restartServer()

  await expect.poll(() => fetch(`${product.address}/health/live`).catch(() => 'refused')).toBe('refused')
  expect((await submit).answer).toMatchObject({ status: 200, response: { success: true } })
  await restarted
  expect((await client.orders())['orders'][0]).toMatchObject({
    status: 'KYC_SUCCESS',
    dbsRefCode: 'DBS10090',
  })
})
