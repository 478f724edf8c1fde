import { hostCodeLength } from '@ekyc/contract/limits'
import type { Consent, RequestOf } from '@ekyc/contract/shapes'
import type { PidData } from '@ekyc/rd-client'

import type { OpenOrder } from './do-kyc.ts'

type OrderPayloadParts = {
  phone: string
  sessionId: string
  requestId: string
  /** The id that the portal has given this browser. */
  deviceId: string
  order: OpenOrder
  capture: PidData
  consent: Consent | undefined
}

/**
 * Maps a capture to the fields of submitOrder (decisions.md section 2, last paragraph). No device reports deviceid and
 * devicever, so the closest values, dc and rdsVer, fill these fields.
 */
export function orderPayload(parts: OrderPayloadParts): RequestOf<'submitOrder'> {
  const { phone, order, capture, consent } = parts
  const { rdsId, rdsVer, dpId, dc, mi, mc, serialNumber } = capture.deviceInfo
  return {
    username: phone,
    sessionId: parts.sessionId,
    roid: phone,
    orderId: order.orderId,
    biometricDeviceInfo: {
      Hmac: capture.hmac,
      deviceid: dc,
      devicever: rdsVer,
      meta: { udc: parts.deviceId.slice(0, hostCodeLength), rdsId, rdsVer, dpId, dc, mi, mc },
      refcode: order.reference,
      reqid: parts.requestId,
      roid: phone,
      serialno: serialNumber,
      skey: capture.skey,
      tid: 'registered',
      ts: capture.pidTimestamp,
      data: capture.data,
    },
    ...(consent && { consent }),
  }
}
