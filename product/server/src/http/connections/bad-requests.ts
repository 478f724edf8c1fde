import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

import { callErrors, type CallErrorCode } from '@ekyc/contract/refusals'
import type { FastifyInstance } from 'fastify'

import { failureAnswer, sendError } from '../answers.ts'
import { headerValues } from '../headers.ts'

const answers: Record<string, [status: number, code: CallErrorCode]> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'request_timeout'],
  HPE_HEADER_OVERFLOW: [431, 'headers_too_large'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'body_too_large'],
}

/** Answers requests that Node's parser refuses because they are too slow, too large or not HTTP. */
export function answerClientErrors(headers: Record<string, string>) {
  return (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    const [status, code] = answers[error.code ?? ''] ?? [400, 'call_invalid']
    answerOn(socket, status, code, headers)
  }
}

/** Node itself would accept such a request, or answer it without the server's headers. */
export function refuseMalformedRequests(app: FastifyInstance, headers: Record<string, string>): void {
  app.server.on('connect', (_request, socket) => answerOn(socket, 405, 'method_not_allowed', headers))
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))

  app.addHook('onRequest', (request, reply, next) => {
    const { expect, host } = request.headers
    if (expect !== undefined && expect.toLowerCase() !== '100-continue')
      return void sendError({ statusCode: 417 }, request, reply)
    if (
      headerValues(request.raw, 'host').length > 1 ||
      (host === undefined && request.raw.httpVersion === '1.1')
    )
      return void sendError({ statusCode: 400 }, request, reply)
    return next()
  })
}

function answerOn(
  socket: Duplex,
  status: number,
  code: CallErrorCode,
  headers: Record<string, string>,
): void {
  const body = JSON.stringify(failureAnswer(code, callErrors[code]))
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ]
  // A slow sender may read slowly too, so the server does not wait until the answer has been read.
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}
