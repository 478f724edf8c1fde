import type { Device } from '@ekyc/rd-simulator'
import { escapeXml } from '@ekyc/rd-simulator/write-xml'

import { json, type Route } from '../http/route.ts'
import { orderPayload } from './order-payload.ts'

/** The wadh of the e-KYC's parameters (ver 2.5, ra F, rc Y, lr N, de N, pfr N), as a reference check returns it. */
const usualWadh = 'E0jzJ/P8UopUHAieZn8CKqS4WPMi5ZSYXgfnlfkWjrc='

/**
 * Returns the route GET /device/capture. It captures a finger and answers with the `biometricDeviceInfo` of an order,
 * so that a server's API can be tried without a portal. The query may give `refcode`, `roid` and `wadh`.
 */
export function captureRoute(device: Device): Route {
  return {
    method: 'GET',
    path: '/device/capture',
    async handle({ query }) {
      const pidData = await device.capture(pidOptions(query.get('wadh') ?? usualWadh))
      if (!pidData) return json(409, { error: 'The device is off: set DEVICE_PORT to a port' })
      const about = {
        refcode: query.get('refcode') ?? 'DBS10001',
        roid: query.get('roid') ?? '9000000001',
      }
      const captured = orderPayload(pidData, about)
      return 'error' in captured ? json(409, captured) : json(200, captured)
    },
  }
}

function pidOptions(wadh: string): string {
  return (
    '<PidOptions ver="1.0"><Opts fCount="1" fType="2" format="0" pidVer="2.0" timeout="20000" posh="UNKNOWN" ' +
    `env="P" wadh="${escapeXml(wadh)}"/></PidOptions>`
  )
}
