import { testCapture } from './outside/test-capture.ts'
import type { TestAnswer, TestServer } from './test-server.ts'

/**
 * Checks a reference and submits a capture for it, as the portal does.
 * @returns the answer to the submission, with the order's id
 */
export async function doKyc(
  server: TestServer,
  kyc: { mobile: string; token: string; reference: string; capture?: object; consent?: object },
): Promise<TestAnswer> {
  const { mobile, token, reference, capture = testCapture(server.clock.now(), mobile), consent } = kyc
  const { orderId } = await server.call(
    'checkReference',
    { mobile, username: mobile, dbsRefCode: reference },
    { token },
  )
  const submission = {
    username: mobile,
    sessionId: 's-1',
    roid: mobile,
    orderId,
    biometricDeviceInfo: capture,
    ...(consent && { consent }),
  }
  return { ...(await server.call('submitOrder', submission, { token })), orderId: orderId as string }
}
