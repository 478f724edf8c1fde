import { readBase64 } from './base64.ts'
import { deviceInfoOf, refuseBy, type DeviceInfo } from './device-info.ts'
import { RdError } from './rd-error.ts'
import { decoded, onlyElement, readXml, type XmlElement } from './xml.ts'

/**
 * A fingerprint as the device encrypted it. Keep it in memory only, for as short as possible, and never log it.
 * Base64 values contain no white space.
 */
export type PidData = {
  /** The whole PidData document as the device sent it, for gateways that take it unchanged. */
  xml: string
  /** The device's quality scores from 0 to 100; empty when the device sent none that is readable. */
  qScore: readonly number[]
  /** The number of minutiae of each finger; empty when the device sent none. */
  nmPoints: readonly number[]
  /**
   * The session key: 256 bytes, encrypted with the authority's key, whose certificate ends on the day ci (YYYYMMDD).
   */
  skey: { ci: string; value: string }
  /** 48 bytes. */
  hmac: string
  data: { type: 'X'; value: string }
  /** The device's India time, YYYY-MM-DDThh:mm:ss, from the unencrypted head of data. */
  pidTimestamp: string
  deviceInfo: DeviceInfo
}

/**
 * Parses a CAPTURE answer, by names and not by positions. Only errCode '0' is a success, and only with all parts in
 * their right shape.
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
      // The request asked for XML, so a missing type means X.
      type: required((data?.attributes.get('type') ?? 'X').trim().toUpperCase(), isXml),
      value: required(block, ({ bytes }) => bytes.length >= timestampLength + 1 + tagLength).text,
    },
    pidTimestamp: required(block && momentAtHead(block.bytes), moment => moment !== ''),
    deviceInfo: required(deviceOf(root), isComplete),
  }
}

/** Returns the time at the unencrypted head of Data; '' when there is none. */
export function momentAtHead(bytes: Uint8Array): string {
  const head = String.fromCharCode(...bytes.subarray(0, timestampLength))
  return isMoment(head) ? head : ''
}

const timestampLength = 19
const tagLength = 16

function base64Of(element: XmlElement | undefined): ReturnType<typeof readBase64> {
  return element && readBase64(element.text)
}

/** A vendor may send more scores than fingers: only the captured ones count. */
function scoresOf({ attributes }: XmlElement): number[] {
  const fingers = Number(attributes.get('fcount'))
  const scores = attributes.get('qscore')?.split(',')
  const captured = scores?.slice(0, fingers > 0 ? fingers : undefined).join()
  return numbersOf(captured).filter(score => score <= 100)
}

/** Reads '62', '62,58' or any other form that a vendor sends. */
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

/** The authority requires all six. */
function isComplete({ dpId, rdsId, rdsVer, dc, mi, mc }: DeviceInfo): boolean {
  return ![dpId, rdsId, rdsVer, dc, mi, mc].includes('')
}
