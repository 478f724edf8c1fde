import { randomUUID } from 'node:crypto'

import type { Device } from '@ekyc/rd-simulator'
import { escapeXml, type XmlElement } from '@ekyc/rd-simulator/write-xml'

import { json, type Route } from '../http/route.ts'

/** The wadh of the e-KYC's parameters (ver 2.5, ra F, rc Y, lr N, de N, pfr N), as a reference check returns it. */
const usualWadh = 'E0jzJ/P8UopUHAieZn8CKqS4WPMi5ZSYXgfnlfkWjrc='

/**
 * Returns the route GET /device/capture. It captures a finger and answers with the `biometricDeviceInfo` of an order,
 * so that a server's API can be tried without a portal. The query may give `refcode`, `roid` and `wadh`.
 */
export function captureRoute(scanner: Device): Route {
  return {
    method: 'GET',
    path: '/device/capture',
    async handle({ query }) {
      const wadh = escapeXml(query.get('wadh') ?? usualWadh)
      const pidData = await scanner.capture(
        '<PidOptions ver="1.0"><Opts fCount="1" fType="2" format="0" pidVer="2.0" timeout="20000" posh="UNKNOWN" ' +
          `env="P" wadh="${wadh}"/></PidOptions>`,
      )
      if (!pidData) return json(409, { error: 'The device is off: set DEVICE_PORT to a port' })
      const elements = elementsIn(pidData)
      const parts = new Map(elements.map(part => [part.name, part]))
      const attribute = (part: string, name: string) => parts.get(part)?.attributes[name] ?? ''
      const text = (part: string) => parts.get(part)?.children.find(child => typeof child === 'string') ?? ''
      const device = (name: string) => attribute('DeviceInfo', name)
      const errCode = attribute('Resp', 'errCode')
      if (errCode !== '0')
        return json(409, { error: `The device refused: ${attribute('Resp', 'errInfo')} (${errCode})` })
      const serial = elements.find(({ attributes: { name = '' } }) => serialNames.includes(name))
      return json(200, {
        Hmac: text('Hmac'),
        deviceid: device('dc'),
        devicever: device('rdsVer'),
        meta: { udc: 'SANDBOX', ...Object.fromEntries(metaNames.map(name => [name, device(name)])) },
        refcode: query.get('refcode') ?? 'DBS10001',
        reqid: randomUUID(),
        roid: query.get('roid') ?? '9000000001',
        serialno: serial?.attributes['value'] ?? '',
        skey: { ci: attribute('Skey', 'ci'), value: text('Skey') },
        tid: 'registered',
        ts: Buffer.from(text('Data'), 'base64').toString('latin1', 0, timestampLength),
        data: { type: attribute('Data', 'type'), value: text('Data') },
      })
    },
  }
}

const timestampLength = 19
const metaNames = ['rdsId', 'rdsVer', 'dpId', 'dc', 'mi', 'mc']
const serialNames = ['srno', 'serial_number']

function elementsIn(node: XmlElement): XmlElement[] {
  return node.children.flatMap(child => (typeof child === 'string' ? [] : [child, ...elementsIn(child)]))
}
