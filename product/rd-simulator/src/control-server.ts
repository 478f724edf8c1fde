import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { buffer } from 'node:stream/consumers'

import { ControlRefused } from './control-refused.ts'
import type { Device } from './device.ts'

/** Serves the device's settings as JSON on 127.0.0.1, without CORS headers, so that web pages cannot use them. */
export async function serveControl({ control }: Device, port: number): Promise<Server> {
  const answers: Record<string, (body: Buffer) => object | Promise<object>> = {
    GET: () => control.get(),
    PUT: body => control.put(JSON.parse(body.toString())),
    DELETE: () => control.reset(),
  }
  const server = createServer((request, answer) => {
    const tell = (status: number, told: object) =>
      answer.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(told, null, 2))
    const act =
      answers[request.method ?? ''] ?? (() => Promise.reject(new ControlRefused('GET, PUT or DELETE')))
    buffer(request)
      .then(act)
      .then(
        told => tell(200, told),
        (error: unknown) => tell(400, { error: String(error) }),
      )
  })
  await once(server.listen(port, '127.0.0.1'), 'listening')
  return server
}
