import { createServer, request } from 'node:http'

import { listen } from './listen.ts'

export type WatchedAuthority = {
  /** The address that the server calls in the authority's place. */
  url: string
  /** When requests came and when the whole answers had gone on, the newest last, by this process's clock. */
  exchanges: { askedAt: number; answeredAt: number }[]
  stop(): void
}

/** Starts a proxy between the server and the authority that notes the times of their exchanges. */
export async function watchAuthority(authorityUrl: string): Promise<WatchedAuthority> {
  const exchanges: WatchedAuthority['exchanges'] = []
  const target = new URL(authorityUrl)
  const server = createServer((asked, answer) => {
    const exchange = { askedAt: performance.now(), answeredAt: Number.NaN }
    exchanges.push(exchange)
    const { method, headers, url: path } = asked
    const onward = request({ host: target.hostname, port: target.port, method, path, headers }, answered => {
      answer.writeHead(answered.statusCode ?? 502, answered.headers)
      answered.pipe(answer)
      answer.once('finish', () => (exchange.answeredAt = performance.now()))
    })
    asked.pipe(onward)
  })
  const { address, stop } = await listen(server)
  return { url: `${address}${target.pathname}`, exchanges, stop }
}
