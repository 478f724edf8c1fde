export type DeviceRequest = {
  verb: string
  /** The path without the origin: `/rd/info` for `http://127.0.0.1:11100/rd/info`, and `*` for `*`. */
  path: string
  /** The headers by their lower-case names. */
  headers: ReadonlyMap<string, string>
  body: string
}

type Reading = { state: 'more' } | { state: 'malformed' } | { state: 'read'; request: DeviceRequest }

/**
 * Reads one HTTP/1.1 request from the bytes received so far. Node's own parser cannot be used, because it answers 400
 * to the verbs RDSERVICE, DEVICEINFO and CAPTURE, and so does every framework that uses it.
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
  // Each connection carries one request; bytes after the body are ignored.
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

/** Returns the path of a request target in any of its three forms (rd-service.md 1.1). Ignores the query. */
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
    const lowerCaseName = name.toLowerCase()
    // Two Content-Length headers make a message ambiguous.
    if (lowerCaseName === 'content-length' && headers.has(lowerCaseName)) return undefined
    headers.set(lowerCaseName, value)
  }
  return headers
}
