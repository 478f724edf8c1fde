import { once } from 'node:events'
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

  let tail = ''
  let arrived = 0
  socket.on('data', data => {
    tail = (tail + data.toString('latin1')).slice(-1_000)
    arrived += data.length
  })
  await expect.poll(() => arrived, { timeout: 10_000 }).toBeGreaterThan(6 * large.length)
  socket.write('GET /small HTTP/1.1\r\nHost: x\r\n\r\n')
  await expect.poll(() => tail).toContain('served again')
  socket.destroy()
  await once(socket, 'close')
  await app.close()
})
