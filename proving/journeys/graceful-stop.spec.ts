import { captureFingerprint } from '@ekyc/contract/testing/capture-fingerprint'

import { createHttpClient } from './http-client.ts'
import { expect, test } from './product.ts'

test('a submit in flight gets its answer while the server stops, and the next server knows it', async ({
  product,
}) => {
  const client = createHttpClient(product.address, '9000000001')
  await client.check()
  expect((await client.login('Agent@2026')).response.success).toBe(true)
  const check = await client.checkReference('DBS10090')
  const capture = await captureFingerprint(product.devicePort, {
    wadh: check['biometricConstants'].wadh as string,
    mobile: client.mobile,
    reference: 'DBS10090',
  })
  await product.authority({ delayMs: 3_000 })
  const asked = (await product.authorityRequests()).length
  const submit = client.submit(check['orderId'] as string, capture)
  // The authority has received the question and delays its answer.
  await expect.poll(async () => (await product.authorityRequests()).length).toBe(asked + 1)

  const restarted = product.restartServer()

  await expect.poll(() => fetch(`${product.address}/health/live`).catch(() => 'refused')).toBe('refused')
  expect(await submit).toMatchObject({ status: 200, response: { success: true } })
  await restarted
  expect((await client.orders())['orders'][0]).toMatchObject({
    status: 'KYC_SUCCESS',
    dbsRefCode: 'DBS10090',
  })
})
