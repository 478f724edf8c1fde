import { captureFingerprint } from '@ekyc/contract/testing/capture-fingerprint'

import { password } from './agent.ts'
import { createHttpClient, type HttpClient } from './http-client.ts'
import { expect, type Product } from './product.ts'

export async function signedIn(product: Product): Promise<HttpClient> {
  const client = createHttpClient(product.address, '9000000001')
  await client.check()
  expect(await client.login(password)).toMatchObject({ status: 200, response: { success: true } })
  return client
}

export async function submitted(client: HttpClient, product: Product, reference: string) {
  const check = await client.checkReference(reference)
  expect(check.response.displayMsg).toBe('Success')
  const wadh = check['biometricConstants'].wadh as string
  const capture = await captureFingerprint(product.devicePort, { wadh, mobile: client.mobile, reference })
  return { answer: await client.submit(check['orderId'] as string, capture) }
}
