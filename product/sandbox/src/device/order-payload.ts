import { randomUUID } from 'node:crypto'

import type { XmlElement } from '@ekyc/rd-simulator/write-xml'

const timestampLength = 19
const metaNames = ['rdsId', 'rdsVer', 'dpId', 'dc', 'mi', 'mc']

/** Converts the PidData of a device to the `biometricDeviceInfo` of an order, as a portal does. */
export function orderPayload(
  pidData: XmlElement,
  about: { refcode: string; roid: string },
): object | { error: string } {
  const parts = new Map(elementsIn(pidData).map(part => [part.name, part]))
  const attribute = (part: string, name: string) => parts.get(part)?.attributes[name] ?? ''
  const text = (part: string) => parts.get(part)?.children.find(child => typeof child === 'string') ?? ''
  const errCode = attribute('Resp', 'errCode')
  if (errCode !== '0') return { error: `The device refused: ${attribute('Resp', 'errInfo')} (${errCode})` }

  const device = (name: string) => attribute('DeviceInfo', name)
  return {
    Hmac: text('Hmac'),
    deviceid: device('dc'),
    devicever: device('rdsVer'),
    meta: { udc: 'SANDBOX', ...Object.fromEntries(metaNames.map(name => [name, device(name)])) },
    refcode: about.refcode,
    reqid: randomUUID(),
    roid: about.roid,
    serialno: serialNumber(pidData),
    skey: { ci: attribute('Skey', 'ci'), value: text('Skey') },
    tid: 'registered',
    ts: Buffer.from(text('Data'), 'base64').toString('latin1', 0, timestampLength),
    data: { type: attribute('Data', 'type'), value: text('Data') },
  }
}

function serialNumber(pidData: XmlElement): string {
  const named = elementsIn(pidData).find(({ attributes: { name = '' } }) =>
    ['srno', 'serial_number'].includes(name),
  )
  return named?.attributes['value'] ?? ''
}

function elementsIn(node: XmlElement): XmlElement[] {
  return node.children.flatMap(child => (typeof child === 'string' ? [] : [child, ...elementsIn(child)]))
}
