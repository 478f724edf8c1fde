import type { Send } from './exchange.ts'
import { RdError } from './rd-error.ts'
import { originOf } from './service-address.ts'
import type { RdService } from './rd-service.ts'
import { elementsNamed, onlyElement, readXml, type XmlElement } from './xml.ts'

/** The DEVICEINFO answer of a service. A missing text is ''. */
export type DeviceInfo = {
  /** The device provider's id. */
  dpId: string
  /** The id of the certified RD service, and its version. */
  rdsId: string
  rdsVer: string
  /** The device code, which identifies one scanner. */
  dc: string
  /** The id of the device model. */
  mi: string
  /** The device certificate: X.509 DER in base64, without white space. */
  mc: string
  /** All Param elements of additional_info, in document order. */
  params: readonly { name: string; value: string }[]
  /** The value of the Param srno or serial_number. */
  serialNumber: string
  /** The value of the Param device_type. Most L0 scanners omit it. */
  level: 'L0' | 'L1' | undefined
}

export type DeviceInfoOptions = {
  /** The time limit in milliseconds; 10,000 by default. */
  timeoutMs?: number | undefined
  signal?: AbortSignal | undefined
}

export type GetDeviceInfo = (service: RdService, options?: DeviceInfoOptions) => Promise<DeviceInfo>

export function createDeviceInfo({ send }: { send: Send }): GetDeviceInfo {
  return async (service, { timeoutMs = 10_000, signal } = {}) => {
    const url = originOf(service) + service.paths.deviceInfo
    return readDeviceInfo(await send({ url, method: 'DEVICEINFO', timeoutMs, signal }))
  }
}

/**
 * Parses a DEVICEINFO answer.
 * @throws {RdError} unreadable, incomplete, too-large or refused
 */
export function readDeviceInfo(answer: Uint8Array | string): DeviceInfo {
  const root = readXml(answer)
  refuseBy(onlyElement(root, 'resp'))
  const element = onlyElement(root, 'deviceinfo')
  if (!element) throw new RdError('unreadable')
  return deviceInfoOf(element, root)
}

/** Throws RdError `refused` if Resp reports an error of the device. */
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

/** Returns the Params of additional_info, which some drivers send inside DeviceInfo and others beside it. */
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
