import { on, once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'

import Fastify from 'fastify'
import { expect, test } from 'vitest'

import { shedLoad } from './load-shedding.ts'

test('[rule 22] who asks 50 times for a large answer and reads nothing gets six of them made', async () => {
  const app = Fastify()
  shedLoad(app, { maxInFlight: 1_000 })
  let made = 0
  let refused = 0
  app.setErrorHandler((_error, _request, reply) => {
    refused += 1
    return reply.code(429).send()
  })
  const large = 'x'.repeat(8_000_000)
  // This answer is made before the server reads the next request of the same piece of bytes.
  app.get('/large', (_request, reply) => {
    made += 1
    void reply.send(large)
  })
  app.get('/small', async () => 'served again')
  await app.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  socket.write('GET /large HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(50))
  await expect.poll(() => made + refused).toBe(50)
  expect(made).toBe(6)

  let arrived = 0
  for await (const [data] of on(socket, 'data') as AsyncIterable<[Buffer]>) {
    arrived += data.length
    if (arrived > 6 * large.length) break
  }
  socket.write('GET /small HTTP/1.1\r\nHost: x\r\n\r\n')
  let tail = ''
  for await (const [data] of on(socket, 'data') as AsyncIterable<[Buffer]>) {
    tail = (tail + data.toString('latin1')).slice(-1_000)
    if (tail.includes('served again')) break
  }
  socket.destroy()
  await once(socket, 'close')
  await app.close()
})
