import { password } from './agent.ts'
import { createHttpClient } from './http-client.ts'
import { expect, test } from './product.ts'

test('a submit in flight gets its answer while the server stops, and the next server knows session and order', async ({
  product,
}) => {
  const client = createHttpClient(product.address, '9000000001')
  expect(await client.logIn(password)).toMatchObject({ status: 200, response: { success: true } })
  await product.authority({ delayMs: 3_000 })
  const asked = (await product.authorityRequests()).length
  const submit = client.kyc('DBS10090', product.sandbox)
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
