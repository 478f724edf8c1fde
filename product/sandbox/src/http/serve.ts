import { ControlRefused } from '@ekyc/rd-simulator/control'
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify'

import { providerPath, type IdentityProvider } from '../provider/provider.ts'
import { json, type Answer, type Route } from './route.ts'

/** The largest valid body is a KYC result with a photo, about 60 KB. */
const bodyLimit = 512 * 1024

const headers = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  // The policy allows inline styles and scripts, because the pages contain them.
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'; form-action 'none'; frame-ancestors 'none'",
}

export function serve(
  routes: readonly Route[],
  report: (error: unknown) => void,
  provider?: IdentityProvider,
): FastifyInstance {
  const app = Fastify({
    bodyLimit,
    forceCloseConnections: true,
    exposeHeadRoutes: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 1_000 },
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.setNotFoundHandler((_request, reply) =>
    send(reply, json(404, { error: 'The sandbox has nothing under this path' })),
  )
  app.setErrorHandler((error: { statusCode?: number }, _request, reply) => {
    if (error instanceof ControlRefused) return send(reply, json(400, { error: error.message }))
    if (error.statusCode === 413)
      return send(reply.header('connection', 'close'), json(413, { error: 'The body is over 512 KiB' }))
    report(error)
    return send(reply, json(500, { error: 'The sandbox failed; its log says why.' }))
  })

  for (const { method, path, handle } of routes)
    app.route<{ Params: Record<string, string>; Body: Buffer | undefined }>({
      method,
      url: path,
      async handler(request, reply) {
        const hungUp = new AbortController()
        reply.raw.once('close', () => hungUp.abort())
        const answer = await handle({
          params: request.params,
          query: new URL(request.url, 'http://sandbox').searchParams,
          headers: request.headers,
          body: request.body ?? Buffer.alloc(0),
          hungUp: hungUp.signal,
        })
        return send(reply, answer)
      },
    })
  for (const path of new Set(routes.map(route => route.path))) {
    const served = new Set<string>(routes.flatMap(route => (route.path === path ? [route.method] : [])))
    app.route({
      method: app.supportedMethods.filter(method => !served.has(method)),
      url: path,
      handler: (request, reply) => send(reply, json(405, { error: `Not with ${request.method}` })),
    })
  }
  // The identity provider parses the bodies of its requests itself, and sets its own headers.
  if (provider)
    void app.register(async own => {
      own.removeAllContentTypeParsers()
      own.addContentTypeParser('*', (_request, _body, done) => done(null))
      own.all(`${providerPath}/*`, (request, reply) => {
        reply.hijack()
        return provider.handle(request.raw, reply.raw)
      })
    })
  return app
}

function send(reply: FastifyReply, answer: Answer): FastifyReply {
  if (answer.kind === 'whole')
    return reply.code(answer.status).headers(headers).type(answer.contentType).send(answer.body)
  reply.hijack()
  reply.raw.writeHead(200, { 'content-type': 'text/xml; charset=utf-8', 'content-length': 4096 })
  reply.raw.write('<?xml version="1.0"', () => reply.raw.destroy())
  return reply
}
