import { inIndia, testTime } from '@ekyc/ui/testing/test-time.ts'

/** Returns a device service's answer to RDSERVICE in the form of the standard. All data in this file is made up. */

export function rdService(status = 'READY', info = 'Made-up service'): string {
  return `<RDService status="${status}" info="${info}"><Interface id="DEVICEINFO" path="/rd/info"/><Interface id="CAPTURE" path="/rd/grab"/></RDService>`
}

export function deviceInfo(
  model = 'MFS110',
  serial = '0578989',
  { rdsVer = '1.0.8', mc = bytes(600), level }: { rdsVer?: string; mc?: string; level?: 'L0' | 'L1' } = {},
): string {
  const type = level === undefined ? '' : `<Param name="device_type" value="${level}"/>`
  return `<DeviceInfo dpId="MADE.UP" rdsId="MADE.WIN.001" rdsVer="${rdsVer}" mi="${model}" mc="${mc}" dc="db321da2-269c-4ffb-aa54-dfa81f7df3f6"><additional_info><Param name="srno" value="${serial}"/>${type}</additional_info></DeviceInfo>`
}

/** Builds a DER certificate that is cut off after the validity. The validity lasts 60 days. */
export function certificate({ endsInDays = 29 } = {}): string {
  const day = 86_400_000
  const validity = sequence(0x30, [
    utcTime(testTime + (endsInDays - 60) * day),
    utcTime(testTime + endsInDays * day),
  ])
  const empty = sequence(0x30, [])
  const body = sequence(0x30, [sequence(0x02, [[1]]), empty, empty, validity])
  return btoa(String.fromCharCode(...sequence(0x30, [body])))
}

export const captureTimestamp = inIndia(testTime)
export const captureParts = {
  skey: bytes(256),
  hmac: bytes(48),
  data: btoa(`${captureTimestamp}${'x'.repeat(120)}`),
  certificate: bytes(600),
}

export function pidData(qScore = '71', { at = captureTimestamp } = {}): string {
  const { skey, hmac } = captureParts
  const data = btoa(`${at}${'x'.repeat(120)}`)
  return `<PidData><Resp errCode="0" errInfo="" fCount="1" fType="2" nmPoints="43" qScore="${qScore}"/>${deviceInfo()}<Skey ci="20280813">${skey}</Skey><Hmac>${hmac}</Hmac><Data type="X">${data}</Data></PidData>`
}

export function refusedBy(errCode: string, errInfo?: string): string {
  return `<PidData><Resp errCode="${errCode}"${errInfo === undefined ? '' : ` errInfo="${errInfo}"`}/></PidData>`
}

export function readyDevice(model?: string, serial?: string) {
  return { RDSERVICE: rdService(), DEVICEINFO: deviceInfo(model, serial), CAPTURE: pidData() }
}

function sequence(tag: number, parts: number[][]): number[] {
  const content = parts.flat()
  return [tag, content.length, ...content]
}

function utcTime(ms: number): number[] {
  const text = new Date(ms)
    .toISOString()
    .replace(/[-:T]|\.\d+/g, '')
    .slice(2)
  return sequence(0x17, [Array.from(text, character => character.charCodeAt(0))])
}

function bytes(count: number): string {
  return btoa('\u0007'.repeat(count))
}
