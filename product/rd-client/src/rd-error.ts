/**
 * The failures between the page and the device service. Programs must decide by the code, never by the text.
 *
 * | code | meaning |
 * | --- | --- |
 * | permission-denied | the person, or an administrator (the browser does not tell which), forbade this page to call this computer |
 * | permission-blocked | the page's own Permissions-Policy or frame forbids calls to this computer |
 * | permission-unanswered | the browser's question was open until the limit, or was closed without an answer |
 * | not-ready | the service was found, but its device is not ready or is in use; nothing was sent |
 * | busy | this client has a capture running |
 * | not-sent | nothing listens, the browser refused the request, or the connection of a call other than CAPTURE broke |
 * | cut | the connection broke within the answer, or in a capture after the request had left |
 * | timed-out | no whole answer came within the limit |
 * | too-large | the answer is over 1 MiB |
 * | unreadable | the answer is not XML that this client can read, or not the requested document |
 * | incomplete | the answer reports no error, but a part that it must have is absent or in the wrong form |
 * | refused | the device refused the request: see deviceCode and deviceText |
 * | cancelled | the caller's signal was aborted |
 */
export type RdErrorCode = keyof typeof meanings

type RdErrorDetails = {
  /** The errCode of Resp, up to 50 characters. It is a string, because some vendors' codes are not numbers. */
  deviceCode?: string | undefined
  /** The errInfo of Resp, or the info of the service. This text is untrusted: show it as plain text only. */
  deviceText?: string | undefined
  cause?: unknown
}

/** The error for every failure at run time. It never contains a part of a capture. Wrong arguments throw TypeError. */
export class RdError extends Error {
  override readonly name = 'RdError'
  readonly code: RdErrorCode
  readonly deviceCode: string | undefined
  readonly deviceText: string | undefined

  constructor(code: RdErrorCode, details: RdErrorDetails = {}) {
    super(meanings[code], details.cause === undefined ? undefined : { cause: details.cause })
    this.code = code
    this.deviceCode = details.deviceCode?.slice(0, maxCodeLength)
    this.deviceText = details.deviceText?.slice(0, maxTextLength)
  }
}

const maxCodeLength = 50
const maxTextLength = 500

const meanings = {
  'permission-denied': 'The browser does not let this page call the device service',
  'permission-blocked': 'A policy of the page forbids calls to the device service',
  'permission-unanswered': "The browser's permission question was not answered",
  'not-ready': 'The device is not ready',
  busy: 'Another capture is running',
  'not-sent': 'The request to the device service could not be sent',
  cut: 'The connection to the device service broke',
  'timed-out': 'The device service did not answer in time',
  'too-large': "The device service's answer is too large",
  unreadable: "The device service's answer could not be read",
  incomplete: "The device service's answer is incomplete",
  refused: 'The device refused',
  cancelled: 'Cancelled',
}
