import type { MsgType } from './calls.ts'
import type { deviceTypes, operatingSystems } from './words.ts'

/** The request header of every POST (product.md section 3), as the portal sends it. */
export type RequestHeader = {
  msgType: MsgType
  src: 'WEB'
  dst: 'ENT'
  channel: 'WEB'
  requestId: string
  /** An ISO 8601 date-time with an offset, by the server's clock if the portal knows that clock. */
  datetime: string
  traceId: string
  sessionId: string
}

/** The device object of every POST (product.md section 3), as the portal sends it. */
export type RequestDevice = {
  type: (typeof deviceTypes)[number]
  id: string
  os: (typeof operatingSystems)[number]
  osVer: string
  /** The IPv4 address of the device. */
  ip: string
  browser: string
  location: { type: 'Point'; coordinates: [number, number] }
}
