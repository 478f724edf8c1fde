import { randomBytes } from 'node:crypto'

import { indiaDateTime } from '@ekyc/contract/india-time'
import type { BiometricDeviceInfo } from '@ekyc/contract/shapes'

import { deviceCertificate } from './device-certificate.ts'

export const knownKeyId = '20280813'

/** Builds a capture with random encrypted parts. To the server it looks like a real capture. */
export function testCapture(capturedOn: Date, mobile: string, differs: Partial<BiometricDeviceInfo> = {}) {
  const data = Buffer.concat([Buffer.from(indiaDateTime(capturedOn)), randomBytes(900)])
  const info: BiometricDeviceInfo = {
    Hmac: randomBytes(48).toString('base64'),
    deviceid: 'db321da2-269c-4ffb-aa54-dfa81f7df3f6',
    devicever: '1.0.1',
    meta: {
      udc: 'HOST-0001',
      rdsId: 'TEST.WIN.001',
      rdsVer: '1.0.1',
      dpId: 'TEST.DP',
      dc: 'db321da2-269c-4ffb-aa54-dfa81f7df3f6',
      mi: 'TEST100',
      mc: deviceCertificate,
    },
    refcode: 'DBS10001',
    reqid: 'request-1',
    roid: mobile,
    serialno: '0578989',
    skey: { ci: knownKeyId, value: randomBytes(256).toString('base64') },
    tid: 'registered',
    ts: indiaDateTime(capturedOn),
    data: { type: 'X', value: data.toString('base64') },
  }
  return { ...info, ...differs }
}
