/** The service to examine. Its host is always this computer. */
export type Target = {
  scheme: 'http' | 'https'
  host: '127.0.0.1' | 'localhost'
  port: number
  /** A certificate as PEM that is trusted in addition to those of this computer. */
  ca?: string | undefined
}

/** A call and its end. The connection ended before (broken) or within (cut) the answer. unasked: no call was made. */
export type Exchange = {
  ended: 'answer' | 'refused' | 'silence' | 'broken' | 'cut' | 'unasked'
  status: number
  headers: Readonly<Record<string, string>>
  body: Uint8Array
  tookMs: number
  /** The fault that Node reports for an https certificate, or '' if there is none. */
  distrust: string
}

export type Verb = 'RDSERVICE' | 'DEVICEINFO' | 'CAPTURE'

/** All calls to a service and their answers. Keep an observation only briefly and in memory: it contains captures. */
export type Observation = {
  target: Target
  /** The origin of the web page, which the calls send in their header `origin`. */
  pageOrigin: string
  preflights: Readonly<Record<Verb, Exchange>>
  discovery: Exchange
  /** The discovery with the request line of the standard, RDSERVICE * HTTP/1.1, which no browser can send. */
  discoveryByStar: Exchange
  deviceInfo: Exchange
  /** A CAPTURE whose PidOptions break a rule. */
  badCapture: Exchange
  /** The calls that asked for a finger: none, one or two. */
  captures: readonly Exchange[]
  /** The network addresses of this computer at which the port accepted a connection; undefined without a network. */
  openTo: readonly string[] | undefined
  now: Date
}

/** The exchange of a call that the observer did not make. */
export const unasked: Exchange = {
  ended: 'unasked',
  status: 0,
  headers: {},
  body: new Uint8Array(),
  tookMs: 0,
  distrust: '',
}
