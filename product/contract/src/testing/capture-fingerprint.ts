/**
 * Captures one finger at the sandbox's device service and returns the biometricDeviceInfo of order/submit. Tests
 * without a browser use this function instead of the portal, so it shares no code with the portal or rd-client.
 * @throws {Error} the device refused the capture
 */
export async function captureFingerprint(
  devicePort: number,
  { wadh, mobile, reference }: { wadh: string; mobile: string; reference: string },
) {
  const answer = await fetch(`http://127.0.0.1:${devicePort}/rd/capture`, {
    method: 'CAPTURE',
    headers: { 'content-type': 'text/xml' },
    body:
      '<PidOptions ver="1.0"><Opts fCount="1" fType="2" iCount="0" pCount="0" format="0" pidVer="2.0" ' +
      `timeout="20000" posh="UNKNOWN" env="P" wadh="${wadh}"/></PidOptions>`,
  })
  const xml = await answer.text()
  const attribute = (element: string, name: string) =>
    new RegExp(`<${element}\\b[^>]*\\s${name}="([^"]*)"`).exec(xml)?.[1] ?? ''
  const text = (element: string) => new RegExp(`<${element}\\b[^>]*>([^<]*)<`).exec(xml)?.[1]?.trim() ?? ''
  if (attribute('Resp', 'errCode') !== '0') {
    throw new Error(`the device refused the capture: ${attribute('Resp', 'errInfo')}`)
  }
  const device = (name: string) => attribute('DeviceInfo', name)
  return {
    Hmac: text('Hmac'),
    deviceid: device('dc'),
    devicever: device('rdsVer'),
    meta: {
      udc: 'SCRIPT-1',
      rdsId: device('rdsId'),
      rdsVer: device('rdsVer'),
      dpId: device('dpId'),
      dc: device('dc'),
      mi: device('mi'),
      mc: device('mc'),
    },
    refcode: reference,
    reqid: crypto.randomUUID(),
    roid: mobile,
    serialno: '',
    skey: { ci: attribute('Skey', 'ci'), value: text('Skey') },
    tid: 'registered',
    ts: atob(text('Data')).slice(0, 19),
    data: { type: attribute('Data', 'type'), value: text('Data') },
  }
}
