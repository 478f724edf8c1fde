import { join } from 'node:path'

import { captureFingerprint } from '@ekyc/contract/testing/capture-fingerprint'

import { createHttpClient } from '../../journeys/http-client.ts'
import { agent, type Stage } from './stage.ts'

/**
 * Returns the signed Auth element of the server's first request to the authority. Does a KYC if there is no request.
 */
export async function signedRequest(stage: Stage): Promise<{ auth: string; certificateFile: string }> {
  const product = await stage.product()
  if (product.requests.length === 0) await doKyc(product)
  const [, rad = ''] = /<Rad>([^<]+)<\/Rad>/.exec(product.requests[0] ?? '') ?? []
  if (rad === '') throw new Error('the server sent no request to the authority')
  return {
    auth: Buffer.from(rad, 'base64').toString('utf8'),
    certificateFile: join(stage.folder('product'), 'sandbox', 'keys', 'aua.certificate.pem'),
  }
}

async function doKyc({ address, devicePort }: { address: string; devicePort: number }): Promise<void> {
  const client = createHttpClient(address, agent.mobile)
  const reference = 'DBS10077'
  await client.check()
  await client.login(agent.password)
  const check = await client.checkReference(reference)
  const { wadh } = check['biometricConstants'] as { wadh: string }
  const capture = await captureFingerprint(devicePort, { wadh, mobile: agent.mobile, reference })
  const { response } = await client.submit(check['orderId'] as string, capture)
  if (!response.success) throw new Error(`the KYC failed: ${response.displayMsg}`)
}
