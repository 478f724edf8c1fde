import { hostCodeLength } from '@ekyc/contract/limits'
import type { Consent, RequestOf } from '@ekyc/contract/shapes'
import type { PidData } from '@ekyc/rd-client'

import type { OpenOrder } from './do-kyc.ts'
import { isIris } from './named-fingers.ts'

export type OrderPayloadParts = {
  /** The agent's mobile number; the wire calls it username and roid. */
  phone: string
  sessionId: string
  /** The header's requestId. */
  requestId: string
  /** The portal's own id for this browser. */
  deviceId: string
  order: OpenOrder
  capture: PidData
  consent: Consent | undefined
}

/**
 * Maps a capture to the wire's fields (decisions.md section 2, last paragraph). No device reports deviceid and
 * devicever; the closest values are dc and rdsVer.
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
    ...(isIris(order) && { modality: 'iris' as const }),
    ...(consent && { consent }),
  }
}
