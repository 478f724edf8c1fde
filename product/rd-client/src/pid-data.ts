import { readBase64 } from './base64.ts'
import { deviceInfoOf, refuseBy, type DeviceInfo } from './device-info.ts'
import { RdError } from './rd-error.ts'
import { decoded, onlyElement, readXml, type XmlElement } from './xml.ts'

/**
 * A capture of fingers, encrypted by the device. Keep it in memory only, for a short time, and never log it.
 * Base64 values contain no white space.
 */
export type PidData = {
  /** The whole PidData document as the device sent it, for gateways that take it unchanged. */
  xml: string
  /** The device's quality scores of the captured fingers, from 0 to 100; empty if the device sent no readable score. */
  qScore: readonly number[]
  /** The number of minutiae of each finger; empty if the device sent none. */
  nmPoints: readonly number[]
  /**
   * The session key, encrypted with the authority's key: 256 bytes in base64. `ci` is the day on which the certificate
   * of the authority's key ends (YYYYMMDD).
   */
  skey: { ci: string; value: string }
  /** The encrypted hash of the PID block: 48 bytes in base64. */
  hmac: string
  data: { type: 'X'; value: string }
  /** The device's India time of the capture (YYYY-MM-DDThh:mm:ss), from the unencrypted head of data. */
  pidTimestamp: string
  deviceInfo: DeviceInfo
}

/**
 * Parses a CAPTURE answer. Finds elements by their names, at any position. A capture has succeeded only if errCode is
 * '0' and every part is present in the right form.
 * @throws {RdError} refused, incomplete, unreadable or too-large
 */
export function readPidData(answer: Uint8Array | string): PidData {
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
    xml: decoded(answer),
    qScore: scoresOf(resp),
    nmPoints: numbersOf(resp.attributes.get('nmpoints')),
    skey: {
      ci: required((skey?.attributes.get('ci') ?? '').trim(), day => /^\d{8}$/.test(day)),
      value: required(base64Of(skey), ({ bytes }) => bytes.length === 256).text,
    },
    hmac: required(base64Of(onlyElement(root, 'hmac')), ({ bytes }) => bytes.length === 48).text,
    data: {
      // The request asked for XML, so a missing type means X, the code for XML.
      type: required((data?.attributes.get('type') ?? 'X').trim().toUpperCase(), isXml),
      value: required(block, ({ bytes }) => bytes.length >= timestampLength + 1 + tagLength).text,
    },
    pidTimestamp: required(block && momentAtHead(block.bytes), moment => moment !== ''),
    deviceInfo: required(deviceOf(root), isComplete),
  }
}

/** Returns the time at the unencrypted head of Data, or '' if there is none. */
function momentAtHead(bytes: Uint8Array): string {
  const head = String.fromCharCode(...bytes.subarray(0, timestampLength))
  return isMoment(head) ? head : ''
}

const timestampLength = 19
const tagLength = 16

function base64Of(element: XmlElement | undefined): ReturnType<typeof readBase64> {
  return element && readBase64(element.text)
}

/** Returns one quality score for each captured finger, since a vendor may send more; without fCount, all scores. */
function scoresOf({ attributes }: XmlElement): number[] {
  const fingers = Number(attributes.get('fcount'))
  const scores = attributes.get('qscore')?.split(',')
  const captured = scores?.slice(0, fingers > 0 ? fingers : undefined).join()
  return numbersOf(captured).filter(score => score <= 100)
}

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

function isXml(type: string): type is 'X' {
  return type === 'X'
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

/** The authority requires all six values. */
function isComplete({ dpId, rdsId, rdsVer, dc, mi, mc }: DeviceInfo): boolean {
  return ![dpId, rdsId, rdsVer, dc, mi, mc].includes('')
}
