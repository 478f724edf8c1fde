import { request as overHttp, type IncomingMessage } from 'node:http'
import { request as overHttps } from 'node:https'
import { TLSSocket } from 'node:tls'

const deadlineMs = 5_000

/**
 * Sends no key and no personal data. Any answer counts as success.
 * @returns how far this computer's clock, half-way between request and answer, is ahead of the Date header, in ms, and
 * the end of the certificate, if they are told
 * @throws the error of the operating system or of TLS
 */
export async function probeAddress(address: string, now: () => Date) {
  const sentAtMs = now().getTime()
  const answer = await headOf(new URL(address))
  const aheadMs = (sentAtMs + now().getTime()) / 2 - new Date(answer.headers.date ?? '').getTime()
  const { socket } = answer
  const certificateEnd =
    socket instanceof TLSSocket ? new Date(socket.getPeerCertificate().valid_to) : undefined
  answer.resume()
  return { aheadMs: Number.isNaN(aheadMs) ? undefined : aheadMs, certificateEnd }
}

function headOf(url: URL): Promise<IncomingMessage> {
  const request = url.protocol === 'https:' ? overHttps : overHttp
  return new Promise((resolve, reject) => {
    request(url, {
      method: 'HEAD',
      signal: AbortSignal.timeout(deadlineMs),
      headers: { connection: 'close' },
    })
      .once('response', resolve)
      .once('error', reject)
      .end()
  })
}
