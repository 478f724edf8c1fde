import { expect, test } from 'vitest'

import { fakeServerOfTest } from '../../testing/outside/fake-server.ts'
import { runInTrace } from '../tracing/trace.ts'
import { sendPost } from './http-post.ts'

const message = { headers: { 'x-name': 'value' }, body: 'ping é', deadlineMs: 5_000 }

test('a request arrives as sent and its answer comes back, with any status', async () => {
  const server = await fakeServerOfTest(response => response.writeHead(418).end('pong é'))
  const answer = await sendPost({ ...message, url: `${server.url}/path?q=1` })
  expect(answer.status).toBe(418)
  expect(answer.body.toString('utf8')).toBe('pong é')
  expect(server.received[0]).toMatchObject({
    path: '/path?q=1',
    headers: { 'x-name': 'value' },
    body: 'ping é',
  })
})

test('within a request a post carries traceparent; outside of one, none', async () => {
  const server = await fakeServerOfTest(response => response.end())
  const trace = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), parentSpanId: undefined, isSampled: true }
  const send = () => sendPost({ ...message, url: server.url })

  await runInTrace(trace, send)
  await send()

  const [within, outside] = server.received.map(({ headers }) => headers['traceparent'])
  expect(within).toBe(`00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`)
  expect(outside).toBeUndefined()
})

test('a request on a kept connection that breaks is not sent again', async () => {
  const server = await fakeServerOfTest((response, { body }) =>
    body === 'break' ? response.destroy() : response.end(),
  )
  await sendPost({ ...message, url: server.url })
  await expect(sendPost({ ...message, url: server.url, body: 'break' })).rejects.toMatchObject({
    kind: 'unreachable',
  })
  expect(server.received.map(({ body }) => body)).toEqual(['ping é', 'break'])
})

test('the deadline covers the whole exchange: an answer that drips past it is timed out', async () => {
  const server = await fakeServerOfTest(response => {
    const drip = setInterval(() => response.write('.'), 20)
    response.on('close', () => clearInterval(drip))
  })
  await expect(sendPost({ ...message, url: server.url, deadlineMs: 200 })).rejects.toMatchObject({
    kind: 'timed-out',
  })
})

test('an answer may have 1 MiB and not a byte more', async () => {
  const limit = 1024 * 1024
  const server = await fakeServerOfTest((response, { body }) => response.end('x'.repeat(Number(body))))
  const whole = await sendPost({ ...message, url: server.url, body: String(limit) })
  expect(whole.body).toHaveLength(limit)
  await expect(sendPost({ ...message, url: server.url, body: String(limit + 1) })).rejects.toMatchObject({
    kind: 'too-large',
  })
})

test('no error names the address', async () => {
  const server = await fakeServerOfTest(response => response.destroy())
  const failed = await sendPost({ ...message, url: `${server.url}/licence-key` }).catch(String)
  expect(failed).toContain('could not be reached')
  expect(failed).not.toMatch(/licence-key|127\.0\.0\.1/)
})
