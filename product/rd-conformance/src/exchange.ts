import { request as requestHttp, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import tls, { TLSSocket } from 'node:tls'

import { unasked, type Exchange, type Target } from './observation.ts'

export type Call = {
  method: 'OPTIONS' | 'RDSERVICE' | 'DEVICEINFO' | 'CAPTURE'
  path: string
  headers: Readonly<Record<string, string>>
  body?: string
  timeoutMs: number
}

/** Sends one call and tells how it ended. The promise does not reject if the call fails. */
export async function exchange(target: Target, call: Call): Promise<Exchange> {
  const startedAt = performance.now()
  const end = await endOf(target, call)
  return { ...unasked, ...end, tookMs: Math.round(performance.now() - startedAt) }
}

type End = Pick<Exchange, 'ended'> & Partial<Exchange>

const endsByCode: Record<string, Exchange['ended']> = { ECONNREFUSED: 'refused', ABORT_ERR: 'silence' }

function endOf({ scheme, ca, ...target }: Target, { body = '', timeoutMs, ...call }: Call): Promise<End> {
  return new Promise(resolve => {
    const options = {
      ...target,
      ...call,
      headers: { ...call.headers, 'content-length': Buffer.byteLength(body) },
      signal: AbortSignal.timeout(timeoutMs),
      agent: false,
      // The examination goes on even if the certificate is not trusted, and reports the fault.
      rejectUnauthorized: false,
      // Browsers trust the certificates that the computer trusts. Node trusts them only if they are passed here.
      ca: scheme === 'http' ? [] : [...trusted(), ...(ca === undefined ? [] : [ca])],
    }
    const send = scheme === 'https' ? requestHttps : requestHttp
    send(options, answer => void wholeAnswer(answer).then(resolve))
      .on('error', error =>
        resolve({ ended: endsByCode['code' in error ? String(error.code) : ''] ?? 'broken' }),
      )
      .end(body)
  })
}

function trusted(): readonly string[] {
  const { getCACertificates }: Partial<typeof tls> = tls
  // Node before 22.15 can list only its built-in certificate authorities.
  if (!getCACertificates) return tls.rootCertificates
  return [...getCACertificates('default'), ...getCACertificates('system')]
}

async function wholeAnswer(answer: IncomingMessage): Promise<End> {
  const { socket, statusCode: status = 0 } = answer
  const isTrusted = !(socket instanceof TLSSocket) || socket.authorized
  const headers = Object.fromEntries(
    Object.entries(answer.headers).map(([name, value]) => [name, String(value)]),
  )
  const head = { status, headers, distrust: isTrusted ? '' : String(socket.authorizationError) }
  const chunks: Buffer[] = []
  try {
    for await (const chunk of answer) chunks.push(chunk as Buffer)
    return { ...head, ended: 'answer', body: Buffer.concat(chunks) }
  } catch {
    return { ...head, ended: 'cut' }
  }
}
