import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

import { afterEach, expect, test } from 'vitest'

import { openAuthorityProxy } from './authority-proxy.ts'

const open: Server[] = []

afterEach(() => {
  for (const server of open.splice(0)) server.close()
})

test('the proxy keeps a request and hands on the answer', async () => {
  const sandbox = await listening(
    createServer(
      (request, response) => void text(request).then(body => response.end(`<Answer to="${body}"/>`)),
    ),
  )
  const requests: string[] = []
  const proxy = await listening(openAuthorityProxy(sandbox, requests))
  const answer = await fetch(`${proxy}/authority`, { method: 'POST', body: '<Kyc/>' })
  expect(await answer.text()).toBe('<Answer to="<Kyc/>"/>')
  expect(requests).toEqual(['<Kyc/>'])
})

test('the proxy answers 502 when the sandbox breaks off in the middle of its answer', async () => {
  const sandbox = await listening(
    createServer((_request, response) => {
      response.writeHead(200, { 'content-length': '100' })
      response.write('<Answer', () => response.destroy())
    }),
  )
  const proxy = await listening(openAuthorityProxy(sandbox, []))
  expect((await fetch(proxy, { method: 'POST', body: '<Kyc/>' })).status).toBe(502)
})

async function listening(server: Server): Promise<string> {
  open.push(server)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
