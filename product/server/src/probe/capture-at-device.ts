import { randomUUID } from 'node:crypto'

import type { BiometricDeviceInfo } from '@ekyc/contract/shapes'
import { createRdClient, RdError } from '@ekyc/rd-client'

import { StepFailed } from './portal-client.ts'

/** Captures a synthetic finger at a local device service. Returns the capture in the form that the portal sends. */
export async function captureAtDevice(
  port: number,
  about: { mobile: string; reference: string; wadh: string },
): Promise<BiometricDeviceInfo> {
  const client = createRdClient()
  const range = { scheme: 'http', host: '127.0.0.1', from: port, to: port } as const
  const { services } = await client.discover({ ranges: [range] })
  const [service] = services
  if (!service) throw new StepFailed(`no device service answers at port ${port}`)
  const taken = await client.capture(service, { wadh: about.wadh }).catch((error: unknown) => {
    if (error instanceof RdError) throw new StepFailed(`the device service captures nothing: ${error.code}`)
    throw error
  })
  const { rdsId, rdsVer, dpId, dc, mi, mc, serialNumber } = taken.deviceInfo
  return {
    Hmac: taken.hmac,
    deviceid: dc,
    devicever: rdsVer,
    meta: { udc: 'probe', rdsId, rdsVer, dpId, dc, mi, mc },
    refcode: about.reference,
    reqid: randomUUID(),
    roid: about.mobile,
    serialno: serialNumber,
    skey: taken.skey,
    tid: 'registered',
    ts: taken.pidTimestamp,
    data: taken.data,
  }
}
