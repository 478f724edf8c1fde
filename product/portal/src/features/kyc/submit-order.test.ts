import type { PidData } from '@ekyc/rd-client'
import { expect, test } from 'vitest'

import { orderPayload } from './submit-order.ts'

const capture: PidData = {
  xml: '<PidData/>',
  qScore: [71],
  nmPoints: [43],
  skey: { ci: '20280813', value: 'skey' },
  hmac: 'hmac',
  data: { type: 'X', value: 'data' },
  pidTimestamp: '2026-11-21T08:10:00',
  deviceInfo: {
    dpId: 'dpId',
    rdsId: 'rdsId',
    rdsVer: 'rdsVer',
    dc: 'dc',
    mi: 'mi',
    mc: 'mc',
    params: [],
    serialNumber: 'serial',
    level: undefined,
  },
}
const parts = {
  phone: '9000000001',
  sessionId: 'session',
  requestId: 'request',
  deviceId: '0123456789abcdef0123456789abcdef',
  order: { orderId: 'ord-1', createdOn: '2026-11-20T20:15:07.000Z', wadh: 'w', dbsRefCode: 'DBS10001' },
  capture,
  consent: undefined,
}

test('[KYC-10] [API-13] every field of the submit order payload holds what the decisions say', () => {
  expect(orderPayload(parts)).toEqual({
    username: '9000000001',
    sessionId: 'session',
    roid: '9000000001',
    orderId: 'ord-1',
    biometricDeviceInfo: {
      Hmac: 'hmac',
      deviceid: 'dc',
      devicever: 'rdsVer',
      meta: {
        udc: '0123456789abcdef0123',
        rdsId: 'rdsId',
        rdsVer: 'rdsVer',
        dpId: 'dpId',
        dc: 'dc',
        mi: 'mi',
        mc: 'mc',
      },
      refcode: 'DBS10001',
      reqid: 'request',
      roid: '9000000001',
      serialno: 'serial',
      skey: { ci: '20280813', value: 'skey' },
      tid: 'registered',
      ts: '2026-11-21T08:10:00',
      data: { type: 'X', value: 'data' },
    },
  })
})

test('[API-13] the consent travels beside the capture', () => {
  const consent = { version: '2', language: 'hi', givenOn: '2026-11-21T02:40:00.000Z' }
  expect(orderPayload({ ...parts, consent }).consent).toEqual(consent)
})
