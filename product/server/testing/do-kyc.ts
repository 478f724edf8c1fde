import { testCapture } from './outside/test-capture.ts'
import type { TestAnswer, TestServer } from './test-server.ts'

type SignedIn = { mobile: string; token: string }

/** Checks a reference that the bank allows, by default a new one. */
export async function openOrder(
  server: TestServer,
  { mobile, token }: SignedIn,
  reference = `KYC-${server.outside.references.size}`,
): Promise<TestAnswer & { orderId: string; reference: string }> {
  server.outside.references.set(reference, 'allowed')
  const fields = { mobile, username: mobile, dbsRefCode: reference }
  const answer = await server.call('checkReference', fields, { token })
  return { ...answer, orderId: answer['orderId'] as string, reference }
}

/** Submits a good capture, unless `more` has another one. */
export function submitOrder(
  server: TestServer,
  { mobile, token }: SignedIn,
  orderId: string,
  more: object = {},
): Promise<TestAnswer> {
  const biometricDeviceInfo = testCapture(server.clock.now(), mobile)
  const fields = { username: mobile, sessionId: 's-1', roid: mobile, orderId, biometricDeviceInfo, ...more }
  return server.call('submitOrder', fields, { token })
}

/**
 * Checks a reference that the bank allows and submits a capture for it, as the portal does.
 * @returns the answer to the submission, with the order's id
 */
export async function doKyc(
  server: TestServer,
  kyc: SignedIn & { reference?: string; capture?: object; consent?: object },
): Promise<TestAnswer> {
  const { reference, capture, consent } = kyc
  const { orderId } = await openOrder(server, kyc, reference)
  const more = { ...(capture && { biometricDeviceInfo: capture }), ...(consent && { consent }) }
  return { ...(await submitOrder(server, kyc, orderId, more)), orderId }
}
