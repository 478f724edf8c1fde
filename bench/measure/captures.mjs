import { randomUUID } from 'node:crypto'

/**
 * Fingerprints taken at the sandbox's device service, as order payloads: what the portal makes of the device's answer.
 *
 * @param {{ devicePort: number, wadh: string, count: number, mobileOf: (index: number) => string }} options
 */
export async function takeCaptures({ devicePort, wadh, count, mobileOf }) {
  const captures = []
  for (let index = 0; index < count; index += 1) {
    const xml = await capture(devicePort, wadh)
    captures.push(payload(xml, mobileOf(index)))
  }
  return captures
}

async function capture(port, wadh) {
  const answer = await fetch(`http://127.0.0.1:${port}/rd/capture`, {
    method: 'CAPTURE',
    headers: { 'content-type': 'text/xml' },
    body:
      '<PidOptions ver="1.0"><Opts fCount="1" fType="2" iCount="0" pCount="0" format="0" pidVer="2.0" ' +
      `timeout="20000" posh="UNKNOWN" env="P" wadh="${wadh}"/></PidOptions>`,
  })
  const xml = await answer.text()
  if (attribute(xml, 'Resp', 'errCode') !== '0') throw new Error(attribute(xml, 'Resp', 'errInfo'))
  return xml
}

function payload(xml, mobile) {
  const device = name => attribute(xml, 'DeviceInfo', name)
  const data = content(xml, 'Data')
  return {
    Hmac: content(xml, 'Hmac'),
    deviceid: device('dc'),
    devicever: device('rdsVer'),
    meta: {
      udc: 'BENCH-1',
      rdsId: device('rdsId'),
      rdsVer: device('rdsVer'),
      dpId: device('dpId'),
      dc: device('dc'),
      mi: device('mi'),
      mc: device('mc'),
    },
    refcode: 'DBS10000',
    reqid: randomUUID(),
    roid: mobile,
    serialno: '',
    skey: { ci: attribute(xml, 'Skey', 'ci'), value: content(xml, 'Skey') },
    tid: 'registered',
    ts: Buffer.from(data, 'base64').subarray(0, 19).toString(),
    data: { type: attribute(xml, 'Data', 'type'), value: data },
  }
}

function attribute(xml, element, name) {
  return new RegExp(`<${element}\\b[^>]*\\s${name}="([^"]*)"`).exec(xml)?.[1] ?? ''
}

function content(xml, element) {
  return new RegExp(`<${element}\\b[^>]*>([^<]*)<`).exec(xml)?.[1]?.trim() ?? ''
}
