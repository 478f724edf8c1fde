import { readBase64 } from './base64.ts'
import { deviceInfoOf, refuseBy, type DeviceInfo } from './device-info.ts'
import { RdError } from './rd-error.ts'
import { onlyElement, readXml, type XmlElement } from './xml.ts'

/**
 * A finger as the device sealed it. Keep it in memory only, for as short as possible, and never log it.
 * Base64 values are without white space.
 */
export type Capture = {
  /** The device's scores, 0 to 100; empty when it gave none that can be read. */
  quality: readonly number[]
  /** Minutiae found, for each finger; empty when the device did not say. */
  minutiae: readonly number[]
  /** The session key: 256 bytes under the authority's key, whose certificate ends on the day ci (YYYYMMDD). */
  skey: { ci: string; value: string }
  /** 48 bytes. */
  hmac: string
  data: { type: 'X'; value: string }
  /** India time at the device, YYYY-MM-DDThh:mm:ss: the clear head of data. */
  pidTimestamp: string
  deviceInfo: DeviceInfo
}

/**
 * Reads the answer to CAPTURE, by names and not by positions. Only errCode '0' to the letter is a success, and only
 * with all its parts in their right shape. Throws RdError: refused, incomplete, unreadable or too-large.
 */
export function readCapture(answer: Uint8Array): Capture {
  const root = readXml(answer)
  if (root.name !== 'piddata' && root.name !== 'resp') throw new RdError('unreadable')
  onlyElement(root, 'piddata')
  const resp = onlyElement(root, 'resp')
  refuseBy(resp)
  if (resp?.attributes.get('errcode') !== '0') throw new RdError('incomplete')

  const skey = onlyElement(root, 'skey')
  const data = onlyElement(root, 'data')
  const block = base64Of(data)
  return {
    quality: numbersOf(resp.attributes.get('qscore')).filter(score => score <= 100),
    minutiae: numbersOf(resp.attributes.get('nmpoints')),
    skey: {
      ci: required((skey?.attributes.get('ci') ?? '').trim(), isDay),
      value: required(base64Of(skey), ({ bytes }) => bytes.length === 256).text,
    },
    hmac: required(base64Of(onlyElement(root, 'hmac')), ({ bytes }) => bytes.length === 48).text,
    data: {
      // Asked for as XML, so a missing type can only be X.
      type: required((data?.attributes.get('type') ?? 'X').trim().toUpperCase(), isXml),
      value: required(block, ({ bytes }) => bytes.length >= timestampLength + 1 + tagLength).text,
    },
    pidTimestamp: required(headOf(block?.bytes), isMoment),
    deviceInfo: required(deviceOf(root), isComplete),
  }
}

const timestampLength = 19
const tagLength = 16

function base64Of(element: XmlElement | undefined): ReturnType<typeof readBase64> {
  return element && readBase64(element.text)
}

/** '62', '62,58' or anything else that a vendor makes of it. */
function numbersOf(text = ''): number[] {
  return text
    .split(',')
    .map(part => part.trim())
    .filter(part => /^\d{1,5}(?:\.\d{1,5})?$/.test(part))
    .map(Number)
}

function required<T, U extends T>(value: T | undefined, isRight: (value: T) => value is U): U
function required<T>(value: T | undefined, isRight: (value: T) => boolean): T
function required<T>(value: T | undefined, isRight: (value: T) => boolean): T {
  if (value === undefined || !isRight(value)) throw new RdError('incomplete')
  return value
}

function isDay(text: string): boolean {
  return /^\d{8}$/.test(text)
}

function isXml(type: string): type is 'X' {
  return type === 'X'
}

function headOf(bytes: Uint8Array | undefined): string {
  return String.fromCharCode(...(bytes ?? []).slice(0, timestampLength))
}

function isMoment(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/.test(text)) return false
  const moment = new Date(`${text}Z`)
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text)
}

function deviceOf(root: XmlElement): DeviceInfo | undefined {
  const element = onlyElement(root, 'deviceinfo')
  return element && deviceInfoOf(element, root)
}

/** The authority needs all six; without them the capture is of no use. */
function isComplete({ dpId, rdsId, rdsVer, dc, mi, mc }: DeviceInfo): boolean {
  return ![dpId, rdsId, rdsVer, dc, mi, mc].includes('')
}
