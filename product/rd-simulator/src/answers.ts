import type { Identity } from './identity.ts'
import type { Profile } from './vendors.ts'
import { element, type XmlElement } from './write-xml.ts'

export function rdServiceAnswer(said: {
  status: string
  info: string
  interfaces: readonly { id: string; path: string }[]
}): XmlElement {
  const interfaces = said.interfaces.map(({ id, path }) => element('Interface', { id, path }))
  return element('RDService', { status: said.status, info: said.info }, interfaces)
}

export function deviceInfo(identity: Identity, profile: Profile, ts: string): XmlElement {
  const { dpId, rdsId, dc, mi } = identity.device
  const namedValues = Object.entries(profile.params(identity.device, ts))
  const params = namedValues.map(([name, value]) => element('Param', { name, value }))
  const about = { dpId, rdsId, rdsVer: identity.rdsVer, dc, mi, mc: identity.mc }
  return element('DeviceInfo', about, params.length === 0 ? [] : [element('additional_info', {}, params)])
}

export function emptyDeviceInfo(identity: Identity): XmlElement {
  const { dpId, rdsId } = identity.device
  return element('DeviceInfo', { dpId, rdsId, rdsVer: identity.rdsVer, dc: '', mi: '', mc: '' })
}

type Refusal = { errCode: string; errInfo: string }

export function refusedPidData(refusal: Refusal, profile: Profile, device: XmlElement): XmlElement {
  const errInfo = profile.errInfo === undefined ? undefined : refusal.errInfo
  const resp = element('Resp', { errCode: refusal.errCode, errInfo })
  return element('PidData', {}, [resp, ...besideError[profile.errorHolds](device)])
}

const besideError: Record<Profile['errorHolds'], (device: XmlElement) => XmlElement[]> = {
  'resp-only': () => [],
  'device-info': device => [device],
  'empty-elements': device => [
    device,
    element('Skey', { ci: '' }),
    element('Hmac'),
    element('Data', { type: 'X' }),
  ],
}
