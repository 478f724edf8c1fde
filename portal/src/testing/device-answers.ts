/** What a device service answers, in the standard's form. Every byte here is made up. */

export function rdService(status = 'READY', info = 'Made-up service'): string {
  return `<RDService status="${status}" info="${info}"><Interface id="DEVICEINFO" path="/rd/info"/><Interface id="CAPTURE" path="/rd/grab"/></RDService>`
}

export function deviceInfo(model = 'MFS100', serial = '0578989'): string {
  return `<DeviceInfo dpId="MADE.UP" rdsId="MADE.WIN.001" rdsVer="1.0.8" mi="${model}" mc="${bytes(600)}" dc="db321da2-269c-4ffb-aa54-dfa81f7df3f6"><additional_info><Param name="srno" value="${serial}"/></additional_info></DeviceInfo>`
}

export const captureTimestamp = '2026-11-21T08:10:00'
export const captureParts = {
  skey: bytes(256),
  hmac: bytes(48),
  data: btoa(`${captureTimestamp}${'x'.repeat(120)}`),
  certificate: bytes(600),
}

export function pidData(qScore = '71'): string {
  const { skey, hmac, data } = captureParts
  return `<PidData><Resp errCode="0" errInfo="" fCount="1" fType="2" nmPoints="43" qScore="${qScore}"/>${deviceInfo()}<Skey ci="20280813">${skey}</Skey><Hmac>${hmac}</Hmac><Data type="X">${data}</Data></PidData>`
}

export function refusedBy(errCode: string, errInfo?: string): string {
  return `<PidData><Resp errCode="${errCode}"${errInfo === undefined ? '' : ` errInfo="${errInfo}"`}/></PidData>`
}

export function readyDevice(model?: string, serial?: string) {
  return { RDSERVICE: rdService(), DEVICEINFO: deviceInfo(model, serial), CAPTURE: pidData() }
}

function bytes(count: number): string {
  return btoa('\u0007'.repeat(count))
}
