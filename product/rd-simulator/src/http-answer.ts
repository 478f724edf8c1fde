/**
 * The CORS headers of a driver: correct, broken (some old drivers send lower-case methods, which browsers reject) or
 * absent.
 */
export type Cors = 'real' | 'lower-case' | 'none'

type HttpAnswer = {
  origin: string
  body: Buffer
  cors: Cors
  preflight?: boolean
  status?: string
  /** The value of the LOCATION header; the service's own address by default. */
  location?: string
  /** The difference between Content-Length and the real length, in bytes. */
  lengthError?: number
}

/** Writes an answer with the standard's headers (rd-service.md 1.1). */
export function httpAnswer(answer: HttpAnswer): Buffer {
  const head = [
    `HTTP/1.1 ${answer.status ?? '200 OK'}`,
    'CACHE-CONTROL: no-cache',
    `LOCATION: ${answer.location ?? answer.origin}`,
    `Content-Length: ${answer.body.length + (answer.lengthError ?? 0)}`,
    'Content-Type: text/xml',
    'Connection: close',
    ...allowances(answer),
  ]
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), answer.body])
}

const methods = 'RDSERVICE, DEVICEINFO, CAPTURE'

function allowances({ cors, preflight }: HttpAnswer): string[] {
  if (cors === 'none') return []
  const origin = 'Access-Control-Allow-Origin: *'
  if (!preflight) return [origin]
  const allowed = cors === 'real' ? methods : methods.toLowerCase()
  return [origin, `Access-Control-Allow-Methods: ${allowed}`, 'Access-Control-Allow-Headers: content-type']
}
