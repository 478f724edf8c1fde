import type { IncomingMessage } from 'node:http'
import { request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'
import { TLSSocket } from 'node:tls'

export type ProbeResult = {
  /** `theirs` is the time in the Date header. `ours` is this computer's time half-way between request and answer. */
  clock: { theirs: Date; ours: Date } | undefined
  certificateEnd: Date | undefined
}

const deadlineMs = 5_000

/**
 * Sends no key and no personal data. Any answer counts as success.
 * @throws the error of the operating system or of TLS
 */
export async function probeAddress(address: string, now: () => Date): Promise<ProbeResult> {
  const sentAtMs = now().getTime()
  const answer = await headOf(new URL(address))
  const answeredAtMs = now().getTime()
  const { socket } = answer
  const certificateEnd =
    socket instanceof TLSSocket ? new Date(socket.getPeerCertificate().valid_to) : undefined
  answer.resume()
  const theirs = new Date(answer.headers.date ?? '')
  return {
    clock: Number.isNaN(theirs.getTime())
      ? undefined
      : { theirs, ours: new Date((sentAtMs + answeredAtMs) / 2) },
    certificateEnd,
  }
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
