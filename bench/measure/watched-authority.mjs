import { once } from 'node:events'
import { createServer, request } from 'node:http'

/**
 * Stands between the server and the authority and notes when a request came and when the whole answer had gone on, by
 * this process's clock.
 *
 * @returns `url` in the authority's place; `exchanges`, the newest last; `close()`
 */
export async function watchAuthority(authorityUrl) {
  const exchanges = []
  const target = new URL(authorityUrl)
  const server = createServer((asked, answer) => {
    const exchange = { askedAt: performance.now(), answeredAt: Number.NaN }
    exchanges.push(exchange)
    const { method, headers, url: path } = asked
    const onward = request({ host: target.hostname, port: target.port, method, path, headers }, answered => {
      answer.writeHead(answered.statusCode, answered.headers)
      answered.pipe(answer)
      answer.once('finish', () => (exchange.answeredAt = performance.now()))
    })
    asked.pipe(onward)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = () => (server.closeAllConnections(), server.close())
  return { url: `http://127.0.0.1:${server.address().port}${target.pathname}`, exchanges, close }
}
