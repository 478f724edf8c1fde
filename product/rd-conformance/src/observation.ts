/** The service to examine. Its host is always this computer. */
export type Target = {
  scheme: 'http' | 'https'
  host: '127.0.0.1' | 'localhost'
  port: number
  /** A certificate to trust beside those of this computer, as PEM. */
  ca?: string | undefined
}

/** One call and its end. A `cut` connection broke inside the answer, a `broken` one before it, an `unasked` one was never made. */
export type Exchange = {
  ended: 'answer' | 'refused' | 'silence' | 'broken' | 'cut' | 'unasked'
  status: number
  headers: Readonly<Record<string, string>>
  body: Uint8Array
  tookMs: number
  /** The fault of an https certificate, in the words of Node; '' without one. */
  distrust: string
}

export type Verb = 'RDSERVICE' | 'DEVICEINFO' | 'CAPTURE'

/** Everything that was asked of a service, and its answers. It holds captures: keep it in memory, and only shortly. */
export type Observation = {
  target: Target
  /** The origin of the page that the calls name. */
  pageOrigin: string
  preflights: Readonly<Record<Verb, Exchange>>
  discovery: Exchange
  /** Discovery by the standard's own request line, which no browser can send. */
  discoveryByStar: Exchange
  deviceInfo: Exchange
  /** A CAPTURE whose PidOptions break a rule. */
  badCapture: Exchange
  /** The captures of a finger: none, one or two. */
  captures: readonly Exchange[]
  /** This computer's addresses in a network at which the port took a connection; undefined without a network. */
  openTo: readonly string[] | undefined
  now: Date
}

/** Stands for a call that the observer did not make. */
export const unasked: Exchange = {
  ended: 'unasked',
  status: 0,
  headers: {},
  body: new Uint8Array(),
  tookMs: 0,
  distrust: '',
}
