import type { IncomingMessage } from 'node:http'
import { request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'
import { TLSSocket } from 'node:tls'

export type Probe = {
  /** What the far end's clock said, and what ours said half-way between question and answer. */
  clock: { theirs: Date; ours: Date } | undefined
  /** When its TLS certificate ends. */
  certificateEnd: Date | undefined
}

const deadlineMs = 5_000

/**
 * Asks whether anything answers there, whatever it says: a HEAD of the address itself, with no key and no person in it.
 * @throws the operating system's or TLS' own error
 */
export async function probe(address: string, now: () => Date): Promise<Probe> {
  const asked = now().getTime()
  const answer = await headOf(new URL(address))
  const answered = now().getTime()
  const { socket } = answer
  const certificateEnd =
    socket instanceof TLSSocket ? new Date(socket.getPeerCertificate().valid_to) : undefined
  answer.resume()
  const theirs = new Date(answer.headers.date ?? '')
  return {
    clock: Number.isNaN(theirs.getTime()) ? undefined : { theirs, ours: new Date((asked + answered) / 2) },
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
