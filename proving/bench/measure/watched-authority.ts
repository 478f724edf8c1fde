import { createServer, request } from 'node:http'

import { listen } from './listen.ts'

export type WatchedAuthority = {
  /** The proxy's address, which the server calls instead of the authority's. */
  url: string
  /** The times at which each request arrived and its answer ended, in ms by this process's clock, oldest first. */
  exchanges: { askedAt: number; answeredAt: number }[]
  stop(): void
}

/** Starts a proxy between the server and the authority. The proxy records the times of their exchanges. */
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
