import type { Cors } from './http-answer.ts'
import { bitFlipped, entityBomb, foreignScript, huge, junkBehind, rootTwice, respTwice } from './mutilate.ts'
import type { XmlElement } from './write-xml.ts'

export const verbs = ['RDSERVICE', 'DEVICEINFO', 'CAPTURE'] as const
export type Verb = (typeof verbs)[number]

/** The faults of a scenario. */
export type Effects = {
  status?: string
  info?: string
  noDevice?: true
  interfaces?: (port: number) => readonly { id: string; path: string }[]
  errCode?: string
  errInfo?: string
  /** The quality score in Resp. An empty score is omitted. */
  qScore?: string
  /** True if the driver is too old for fType 2. */
  oldDriver?: true
  skewMs?: number
  certificate?: 'ending' | 'expired'
  wadh?: string
  replay?: true
  hmac?: (hmac: string) => string
  pidData?: (pidData: XmlElement) => XmlElement
  /** The verbs that the faults below, except `cors`, affect; all by default. `wire` affects their OPTIONS calls too. */
  verbs?: readonly Verb[]
  slowMs?: number
  wire?: 'silence' | 'break'
  cors?: Cors
  bytes?: (xml: string) => string | Buffer
  lengthError?: number
  http?: { status: string; location?: string }
}

type Scenario = Effects & { says: string }

const capture: readonly Verb[] = ['CAPTURE']
const discovery: readonly Verb[] = ['RDSERVICE']

const table = {
  ready: { says: 'All is well' },

  'not-ready': {
    says: 'The service runs, no scanner is connected',
    status: 'NOTREADY',
    noDevice: true,
    errCode: '720',
  },
  'in-use': { says: 'Another application holds the scanner', status: 'USED', errCode: '710' },
  'odd-status': { says: 'A status that the standard does not name', status: 'BUSY', errCode: '720' },
  'no-finger': { says: 'Nobody touches the scanner: 700 when the time is up', errCode: '700' },
  error: { says: 'Every capture ends with the errCode (and errInfo) that is set' },
  'old-driver': { says: 'A driver from before 2022: 110 on fType 2', oldDriver: true },
  'hostile-text': {
    says: 'Markup, scripts and control marks in info and errInfo',
    info: foreignScript,
    errCode: '999',
    errInfo: foreignScript,
  },

  'low-quality': { says: 'A poor print: qScore 18', qScore: '18' },
  'fair-quality': { says: 'A print that a second try would better: qScore 38', qScore: '38' },
  'comma-quality': { says: 'qScore as a list', qScore: '71,64' },
  'no-quality': { says: 'No qScore', qScore: '' },

  'wrong-wadh': {
    says: 'Another wadh in the capture than was asked for: K-547',
    wadh: 'rhVuL7SnJi2W2UmsyukVqY7c93JWyL9O/kVKgdNMfv8=',
  },
  'clock-skew': { says: "The computer's clock is 15 minutes ahead (or skewMs): 562", skewMs: 15 * 60_000 },
  'ending-certificate': { says: "The device's certificate ends in three days", certificate: 'ending' },
  'expired-certificate': { says: "The device's certificate ended yesterday: 559", certificate: 'expired' },
  'tampered-hmac': { says: 'One bit of Hmac flipped', hmac: bitFlipped },
  replay: { says: 'Every capture is the last one again: 563', replay: true },

  slow: { says: 'Every call takes 600 ms longer (or what slow says)', slowMs: 600 },
  'silent-drop': { says: 'Connections are taken and never answered', wire: 'silence' },
  'silent-capture': {
    says: 'The scanner is found, but a capture is never answered',
    wire: 'silence',
    verbs: capture,
  },
  'broken-connection': { says: 'The capture breaks off without an answer', wire: 'break', verbs: capture },
  'no-cors': { says: 'The driver lets no web page in', cors: 'none' },
  'lower-case-methods': {
    says: 'The driver allows the verbs in lower case, which no browser takes',
    cors: 'lower-case',
  },
  'wrong-content-length': {
    says: 'The answer to a capture is 20 bytes shorter than it says',
    lengthError: 20,
    verbs: capture,
  },
  'short-content-length': {
    says: 'The answer to a capture is 20 bytes longer than it says',
    lengthError: -20,
    verbs: capture,
  },
  'server-error': {
    says: 'HTTP 500 to a capture',
    http: { status: '500 Internal Server Error' },
    verbs: capture,
  },
  redirect: {
    says: 'Discovery is sent to another host',
    http: { status: '302 Found', location: 'http://192.0.2.7:11100/' },
    verbs: discovery,
  },

  truncated: {
    says: 'The XML of a capture stops in the middle',
    bytes: xml => xml.slice(0, xml.length / 2),
    verbs: capture,
  },
  empty: { says: 'A capture is answered with nothing', bytes: () => '', verbs: capture },
  'not-rd-service': {
    says: 'A web server of another kind on the port',
    bytes: () => '<!doctype html><html><body><h1>It works!</h1></body></html>',
    verbs: discovery,
  },
  'byte-order-mark': { says: 'A byte-order mark before every answer', bytes: xml => `\uFEFF${xml}` },
  'utf-16': {
    says: 'The answer to a capture is UTF-16',
    bytes: xml => Buffer.from(`\uFEFF${xml}`, 'utf16le'),
    verbs: capture,
  },
  'invalid-utf-8': {
    says: 'A byte in the answer to a capture that is no UTF-8',
    bytes: xml => Buffer.from(xml.replace('errCode', 'note="\u00E9" errCode'), 'latin1'),
    verbs: capture,
  },
  huge: { says: 'The answer to a capture is over 1 MiB', bytes: huge, verbs: capture },
  doctype: {
    says: 'A document type with an entity bomb before the capture',
    bytes: entityBomb,
    verbs: capture,
  },
  'two-resp': { says: 'Two Resp in a capture, the first a failure', bytes: respTwice, verbs: capture },
  'two-pid-data': { says: 'Two PidData in a capture', bytes: rootTwice, verbs: capture },
  'trailing-junk': { says: 'Something behind the root, as Android drivers write it', bytes: junkBehind },

  'no-interface': { says: 'Discovery names no paths', interfaces: () => [] },
  'other-host': { says: 'The paths name another computer', interfaces: () => elsewhere },
  'no-resp': { says: 'A capture without Resp', pidData: without('Resp') },
  'success-without-data': {
    says: 'errCode 0, but nothing was captured',
    pidData: without('Skey', 'Hmac', 'Data'),
  },
  'odd-success': { says: 'errCode 00 with a whole capture', pidData: withErrCode('00') },
  'misshapen-hmac': { says: 'An Hmac that is too short', hmac: hmac => hmac.slice(4) },
} as const satisfies Record<string, Scenario>

export type ScenarioName = keyof typeof table

export const scenarios: Readonly<Record<ScenarioName, Scenario>> = table

export const scenarioNames: readonly ScenarioName[] = Object.keys(table).filter(isScenario)

function isScenario(name: string): name is ScenarioName {
  return Object.hasOwn(table, name)
}

const elsewhere = [
  { id: 'CAPTURE', path: 'http://192.0.2.7:11100/rd/capture' },
  { id: 'DEVICEINFO', path: '//192.0.2.7/rd/info' },
]

function without(...names: string[]): (pidData: XmlElement) => XmlElement {
  return pidData => ({
    ...pidData,
    children: pidData.children.filter(child => typeof child === 'string' || !names.includes(child.name)),
  })
}

function withErrCode(errCode: string): (pidData: XmlElement) => XmlElement {
  return pidData => ({
    ...pidData,
    children: pidData.children.map(child =>
      typeof child !== 'string' && child.name === 'Resp'
        ? { ...child, attributes: { ...child.attributes, errCode } }
        : child,
    ),
  })
}
