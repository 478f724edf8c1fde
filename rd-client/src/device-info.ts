import { exchange, type Fetch } from './exchange.ts'
import { RdError } from './rd-error.ts'
import { originOf } from './service-address.ts'
import type { FoundService } from './service.ts'
import { elementsNamed, onlyElement, readXml, type XmlElement } from './xml.ts'

/** What a service says of itself and its scanner. A text that it left out is ''. */
export type DeviceInfo = {
  /** The provider. */
  dpId: string
  /** The certified service, and its version. */
  rdsId: string
  rdsVer: string
  /** The device code. */
  dc: string
  /** The model. */
  mi: string
  /** The device's certificate: X.509 DER in base64, without white space. */
  mc: string
  /** All Param elements of additional_info, in their order. */
  params: readonly { name: string; value: string }[]
  /** Param srno or serial_number. */
  serialNumber: string
  /** Param device_type; most L0 scanners do not send it. */
  level: 'L0' | 'L1' | undefined
}

export type DeviceInfoOptions = {
  /** 5,000 ms. */
  timeoutMs?: number | undefined
  signal?: AbortSignal | undefined
}

export type GetDeviceInfo = (service: FoundService, options?: DeviceInfoOptions) => Promise<DeviceInfo>

export function createDeviceInfo({ fetch }: { fetch: Fetch }): GetDeviceInfo {
  return async (service, { timeoutMs = 5000, signal } = {}) => {
    const url = originOf(service) + service.paths.deviceInfo
    return readDeviceInfo(await exchange(fetch, { url, method: 'DEVICEINFO', timeoutMs, signal }))
  }
}

/** Reads the answer to DEVICEINFO; throws RdError. */
export function readDeviceInfo(answer: Uint8Array): DeviceInfo {
  const root = readXml(answer)
  refuseBy(onlyElement(root, 'resp'))
  const element = onlyElement(root, 'deviceinfo')
  if (!element) throw new RdError('unreadable')
  return deviceInfoOf(element, root)
}

/** Throws RdError refused when the device says no. */
export function refuseBy(resp: XmlElement | undefined): void {
  const deviceCode = resp?.attributes.get('errcode')
  if (deviceCode === undefined || deviceCode.trim() === '' || deviceCode === '0') return
  throw new RdError('refused', { deviceCode, deviceText: resp?.attributes.get('errinfo')?.trim() })
}

export function deviceInfoOf(element: XmlElement, root: XmlElement): DeviceInfo {
  const attribute = (name: string) => (element.attributes.get(name) ?? '').trim()
  const params = paramsOf(element, root)
  const param = (...names: string[]) => params.find(({ name }) => names.includes(name.toLowerCase()))?.value
  return {
    dpId: attribute('dpid'),
    rdsId: attribute('rdsid'),
    rdsVer: attribute('rdsver'),
    dc: attribute('dc'),
    mi: attribute('mi'),
    mc: attribute('mc').replace(/\s/g, ''),
    params,
    serialNumber: param('srno', 'serial_number') ?? '',
    level: levels.find(level => level === param('device_type')?.toUpperCase()),
  }
}

const levels = ['L0', 'L1'] as const

/** Within DeviceInfo, or, as some drivers put it, in an additional_info beside it. */
function paramsOf(element: XmlElement, root: XmlElement): DeviceInfo['params'] {
  const inside = elementsNamed(element, 'param')
  const places = inside.length > 0 ? [element] : elementsNamed(root, 'additional_info')
  return places
    .flatMap(place => elementsNamed(place, 'param'))
    .map(({ attributes }) => ({
      name: (attributes.get('name') ?? '').trim(),
      value: (attributes.get('value') ?? '').trim(),
    }))
}
