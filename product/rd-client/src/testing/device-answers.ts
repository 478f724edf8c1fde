/** These answers have the form of real drivers' answers. All their data are made up, and none is of a finger. */

export function serviceAnswer(status = 'READY', info = 'Test RD service'): string {
  return `<RDService status="${status}" info="${info}">
  <Interface id="DEVICEINFO" path="/rd/info" /><Interface id="CAPTURE" path="/rd/capture" /></RDService>`
}

export const deviceAttributes = {
  dpId: 'MADE.UP',
  rdsId: 'MADE.WIN.001',
  rdsVer: '1.0.8',
  dc: 'db321da2-269c-4ffb-aa54-dfa81f7df3f6',
  mi: 'MFS110',
  mc: bytes(600),
}

export type DeviceFacts = Partial<typeof deviceAttributes> & { serial?: string; level?: 'L0' | 'L1' }

export function deviceInfoAnswer({ serial = '0578989', level, ...facts }: DeviceFacts = {}): string {
  const attributes = Object.entries({ ...deviceAttributes, ...facts }).map(
    ([name, value]) => `${name}="${value}"`,
  )
  const type = level === undefined ? '' : `<Param name="device_type" value="${level}"/>`
  return `<DeviceInfo ${attributes.join(' ')}><additional_info>
  <Param name="srno" value="${serial}"/>${type}</additional_info></DeviceInfo>`
}

export const pidTimestamp = '2026-11-26T10:00:00'

export const captureValues = {
  skey: bytes(256),
  hmac: bytes(48),
  data: sealedAt(pidTimestamp),
  ci: '20280813',
}

export const captureElements = {
  resp: '<Resp errCode="0" errInfo="Success." fCount="1" fType="2" nmPoints="41" qScore="76"/>',
  deviceInfo: deviceInfoAnswer({ level: 'L1' }),
  skey: `<Skey ci="${captureValues.ci}">${captureValues.skey}</Skey>`,
  hmac: `<Hmac>${captureValues.hmac}</Hmac>`,
  data: `<Data type="X">${captureValues.data}</Data>`,
}

/** Returns a valid CAPTURE answer. `parts` replaces elements, or omits them with ''. */
export function captureAnswer(parts: Partial<typeof captureElements> = {}): string {
  return `<PidData>${Object.values({ ...captureElements, ...parts }).join('')}</PidData>`
}

export function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

/** Returns the Data of a capture at this time of India, which stands unencrypted at its head. */
export function sealedAt(time: string): string {
  return btoa(`${time}${'x'.repeat(400)}`)
}

function bytes(count: number): string {
  return btoa('\u0007'.repeat(count))
}
