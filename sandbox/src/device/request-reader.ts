export type DeviceRequest = {
  verb: string
  /** The path alone: of `http://127.0.0.1:11100/rd/info` it is `/rd/info`; `*` stays `*`. */
  path: string
  /** By name in lower case. */
  headers: ReadonlyMap<string, string>
  body: string
}

export type Reading = { state: 'more' } | { state: 'malformed' } | { state: 'read'; request: DeviceRequest }

/**
 * One HTTP/1.1 request out of the bytes that came so far. Written because Node's own parser answers 400 to the verbs
 * RDSERVICE, DEVICEINFO and CAPTURE.
 */
export function readRequest(bytes: Buffer): Reading {
  const end = bytes.indexOf(endOfHead)
  if (end < 0) return bytes.length > maxHeadBytes ? malformed : more
  if (end > maxHeadBytes) return malformed
  const [requestLine = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n')
  const [, verb, target] = requestLinePattern.exec(requestLine) ?? []
  const path = pathOf(target)
  const headers = readHeaders(lines)
  if (!verb || !path || !headers) return malformed
  if (headers.has('transfer-encoding')) return malformed
  const length = headers.get('content-length') ?? '0'
  if (!/^\d{1,6}$/.test(length) || Number(length) > maxBodyBytes) return malformed
  const body = bytes.subarray(end + endOfHead.length)
  if (body.length < Number(length)) return more
  // One request a connection: what follows the body is nobody's.
  return {
    state: 'read',
    request: { verb, path, headers, body: body.toString('utf8', 0, Number(length)) },
  }
}

const endOfHead = '\r\n\r\n'
const maxHeadBytes = 16 * 1024
const maxBodyBytes = 64 * 1024
const more: Reading = { state: 'more' }
const malformed: Reading = { state: 'malformed' }
const requestLinePattern = /^([A-Za-z]+) (\S+) HTTP\/1\.[01]$/
const headerPattern = /^([!#$%&'*+.^_`|~\w-]+):[ \t]*(.*?)[ \t]*$/

/** The three forms in which clients name what they want (rd-service.md 1.1); a query says nothing to this service. */
function pathOf(target = ''): string | undefined {
  if (target === '*') return target
  const [, origin = '', path = '/'] = /^(https?:\/\/[^/?#]+)?(\/[^?#]*)?(?:\?.*)?$/.exec(target) ?? []
  if (origin === '') return target.startsWith('/') ? path : undefined
  return /^https?:\/\/(127\.0\.0\.1|localhost)(:\d{1,5})?$/i.test(origin) ? path : undefined
}

function readHeaders(lines: string[]): Map<string, string> | undefined {
  const headers = new Map<string, string>()
  for (const line of lines) {
    const [, name, value] = headerPattern.exec(line) ?? []
    if (name === undefined || value === undefined) return undefined
    const known = name.toLowerCase()
    // Two lengths are two readings of one message.
    if (known === 'content-length' && headers.has(known)) return undefined
    headers.set(known, value)
  }
  return headers
}
