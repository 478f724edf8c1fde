import { randomBytes } from 'node:crypto'

/** These answers have the form of real drivers' answers. Their bytes are random and contain no fingerprint. */

export const readyAnswer = `<?xml version="1.0"?><RDService status="READY" info="Test RD service">
  <Interface id="DEVICEINFO" path="/rd/info" /><Interface id="CAPTURE" path="/rd/capture" /></RDService>`

export function serviceAnswer(status: string, info = ''): string {
  return `<RDService status="${status}" info="${info}"><Interface id="CAPTURE" path="/rd/capture"/></RDService>`
}

export const pidTimestamp = '2026-01-15T10:20:30'

export const captureValues = {
  skey: randomBytes(256).toString('base64'),
  hmac: randomBytes(48).toString('base64'),
  data: Buffer.concat([Buffer.from(pidTimestamp), randomBytes(400)]).toString('base64'),
  ci: '20280813',
}

export const deviceAttributes = {
  dpId: 'TEST.PROVIDER',
  rdsId: 'TEST.WIN.001',
  rdsVer: '1.0.1',
  dc: 'db321da2-269c-4ffb-aa54-dfa81f7df3f6',
  mi: 'TEST100',
  mc: 'MIIBszCCAVmgAwIBAgIBATAKBggqhkjOPQQDAjAM',
}

export const deviceInfoElement = `<DeviceInfo ${attributesOf(deviceAttributes)}><additional_info>
  <Param name="srno" value="0578989"/><Param name="device_type" value="L1"/></additional_info></DeviceInfo>`

/** Returns a valid CAPTURE answer. `parts` replaces elements, or omits them with ''. */
export function captureAnswer(parts: Partial<typeof captureElements> = {}): string {
  return `<PidData>${Object.values({ ...captureElements, ...parts }).join('')}</PidData>`
}

export const captureElements = {
  resp: '<Resp errCode="0" errInfo="Success." fCount="1" fType="2" nmPoints="41" qScore="76"/>',
  deviceInfo: deviceInfoElement,
  skey: `<Skey ci="${captureValues.ci}">${captureValues.skey}</Skey>`,
  hmac: `<Hmac>${captureValues.hmac}</Hmac>`,
  data: `<Data type="X">${captureValues.data}</Data>`,
}

export function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

function attributesOf(attributes: Record<string, string>): string {
  return Object.entries(attributes)
    .map(([name, value]) => `${name}="${value}"`)
    .join(' ')
}
