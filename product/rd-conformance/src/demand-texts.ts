/** The texts of each demand on a device service, in the order of the report. */
export const demandTexts = {
  port: {
    of: 'standard',
    demand: 'The service listens on a port from 11100 to 11120',
    source: 'RD service 2.0, pages 17 to 19',
    remedy: 'Take the first free port from 11100 on: clients ask no other.',
  },
  'loopback-only': {
    of: 'standard',
    demand: 'The service listens on 127.0.0.1 alone',
    source: 'RD service 2.0, pages 17 to 19',
    remedy: 'Bind the socket to 127.0.0.1: other computers must not reach the scanner.',
  },
  discovery: {
    of: 'standard',
    demand: 'RDSERVICE is answered with an RDService document',
    source: 'RD service 2.0, pages 10 to 12 and 18',
    remedy: 'Start or restart the service. If another program has its port, end that program.',
  },
  'discovery-line': {
    of: 'standard',
    demand: "The standard's own request line, RDSERVICE * HTTP/1.1, is answered too",
    source: 'RD service 2.0, pages 17 to 19',
    remedy: "Answer the target '*' like '/': programs that are no browsers send it.",
  },
  status: {
    of: 'standard',
    demand: 'The status is READY, USED or NOTREADY',
    source: 'RD service 2.0, pages 10 to 12 and 18',
    remedy: 'Send one of the three words: clients take every other one for not ready.',
  },
  scanner: {
    of: 'standard',
    demand: 'A scanner is connected and free',
    source: 'RD service 2.0, pages 10 to 12 and 18',
    remedy: 'Plug the scanner in, or end the program that uses it; then examine again.',
  },
  interfaces: {
    of: 'standard',
    demand: 'Interface elements name the paths of CAPTURE and DEVICEINFO, from the root of this service',
    source: 'RD service 2.0, pages 10 to 12 and 18',
    remedy:
      'Send <Interface id="CAPTURE" path="/…"/> and <Interface id="DEVICEINFO" path="/…"/>, without host and port.',
  },
  'display-text': {
    of: 'standard',
    demand: 'info and errInfo are plain text of up to 500 characters',
    source: 'RD service 2.0, pages 10 to 12 and 18',
    remedy:
      'Send words for people: no markup, no control characters, no marks that turn the direction of text.',
  },
  'http-status': {
    of: 'standard',
    demand: 'Every call is answered with HTTP 200',
    source: 'RD service 2.0, pages 17 to 19',
    remedy: 'Answer with 200 itself: a redirect leads to no scanner, and clients may give up at an error.',
  },
  headers: {
    of: 'standard',
    demand: 'Answers have Content-Type: text/xml and Cache-Control: no-cache',
    source: 'RD service 2.0, pages 17 to 19',
    remedy: 'Send both headers with every answer.',
  },
  'whole-answers': {
    of: 'standard',
    demand: 'Every call is answered, and to its end',
    source: 'RD service 2.0, pages 17 to 19',
    remedy: 'Send as many bytes as Content-Length tells, then close. Restart a service that does not answer.',
  },
  documents: {
    of: 'standard',
    demand: 'Every answer is one well-formed document in UTF-8, and nothing else',
    source: 'RD service 2.0, pages 10 to 12 and 18',
    remedy:
      'Send one root element in UTF-8, up to 1 MiB: no DOCTYPE, no byte-order mark, nothing behind the root.',
  },
  'device-info': {
    of: 'standard',
    demand: 'DeviceInfo has dpId, rdsId, rdsVer, dc, mi and mc',
    source: 'RD service 2.0, pages 10 to 12 and 18',
    remedy: 'Send all six: the authority refuses a capture without them. Without a scanner, send NOTREADY.',
  },
  'device-certificate': {
    of: 'standard',
    demand: "The device's certificate (mc) is valid today",
    source: 'Authentication API 2.5, pages 13 to 15 and 29',
    remedy:
      "Renew the device's key in the app of its service (key rotation), with a connection to the internet.",
  },
  'error-codes': {
    of: 'standard',
    demand: 'Wrong PidOptions (fType 9) are refused by an errCode of Resp',
    source: 'RD service 2.0, pages 10 to 12 and 18',
    remedy: 'Answer <PidData><Resp errCode="110" errInfo="…"/></PidData>, and start no scan.',
  },
  capture: {
    of: 'standard',
    demand: 'A capture of one finger (fType 2) ends with errCode 0',
    source: 'RD service 2.0, pages 10 to 12 and 18',
    remedy: 'Send errCode="0", to the letter, for a success alone.',
  },
  'capture-parts': {
    of: 'standard',
    demand:
      'A success has Resp, Skey (256 bytes, ci), Hmac (48), Data (type X, begins with its time) and DeviceInfo',
    source: 'Authentication API 2.5, pages 13 to 15 and 29',
    remedy: 'Encrypt as the PID block demands, and send all parts in strict base64.',
  },
  'capture-clock': {
    of: 'standard',
    demand: "The capture's time is India's, as this computer tells it",
    source: 'Authentication API 2.5, pages 13 to 15 and 29',
    remedy:
      "Set the computer's date and time by the internet: the authority refuses captures from another time.",
  },
  'capture-quality': {
    of: 'standard',
    demand: 'qScore is sent, one number for each finger, and 45 or more',
    source: 'RD service 2.0, pages 10 to 12 and 18',
    remedy: 'Send qScore. For a poor print: wipe scanner and finger, and scan again.',
  },
  'capture-once': {
    of: 'standard',
    demand: 'Two captures differ: each has a session key of its own',
    source: 'Authentication API 2.5, pages 13 to 15 and 29',
    remedy: 'Never send a capture again: the authority refuses it (563).',
  },
  'capture-contents': {
    of: 'standard',
    demand: 'The encrypted block has the wadh that was asked for, and Hmac is its hash',
    source: 'Authentication API 2.5, pages 13 to 15 and 29',
    remedy: "Try a KYC at the authority's pre-production: K-547 tells another wadh, 503 a wrong Hmac.",
  },
  'answer-time': {
    of: 'standard',
    demand: 'RDSERVICE and DEVICEINFO are answered within 500 ms',
    source: 'rd-client: 200 ms a port, 7 s of patience',
    remedy: 'Answer from memory, without asking the scanner or the internet.',
  },
  preflight: {
    of: 'browsers',
    demand: 'OPTIONS before each call is answered with a 2xx',
    source: 'Fetch standard, CORS protocol',
    remedy: 'Answer OPTIONS at every path of the service: a browser sends nothing more until then.',
  },
  'preflight-origin': {
    of: 'browsers',
    demand: "The answer to OPTIONS allows the page's origin",
    source: 'Fetch standard, CORS protocol',
    remedy: 'Send Access-Control-Allow-Origin: * with it.',
  },
  'preflight-methods': {
    of: 'browsers',
    demand: 'The answer to OPTIONS allows the verb, in capitals',
    source: 'Fetch standard, CORS protocol',
    remedy: 'Send Access-Control-Allow-Methods: RDSERVICE, DEVICEINFO, CAPTURE.',
  },
  'preflight-headers': {
    of: 'browsers',
    demand: 'The answer to OPTIONS before CAPTURE allows Content-Type',
    source: 'Fetch standard, CORS protocol',
    remedy: 'Send Access-Control-Allow-Headers: content-type: text/xml needs it.',
  },
  'answer-origin': {
    of: 'browsers',
    demand: "Answers allow the page's origin too",
    source: 'Fetch standard, CORS protocol',
    remedy: 'Send Access-Control-Allow-Origin: * with every answer, also with errors.',
  },
  'private-network': {
    of: 'browsers',
    demand: 'Access-Control-Allow-Private-Network, where it is sent, is true',
    source: 'Private Network Access, which Chrome 142 gave up for a question to the person',
    remedy: 'Send true or leave the header out.',
  },
  'preflight-time': {
    of: 'browsers',
    demand: 'OPTIONS is answered within 200 ms',
    source: 'Browsers ask before every call, and remember the answer for 5 s',
    remedy: 'Answer OPTIONS at once, and send Access-Control-Max-Age.',
  },
  'https-certificate': {
    of: 'browsers',
    demand: 'An https service has a certificate that this computer trusts',
    source: 'HTML standard, secure contexts',
    remedy:
      "Install the service's root certificate (its set-up does), for 127.0.0.1 and localhost; or serve http.",
  },
} as const satisfies Record<string, DemandText>

export type DemandId = keyof typeof demandTexts

export type DemandText = {
  of: 'standard' | 'browsers'
  demand: string
  /** The source of the demand, in most cases a document with page numbers. */
  source: string
  /** The advice to the maker of the service, or to the person at the computer, on how to meet the demand. */
  remedy: string
}
