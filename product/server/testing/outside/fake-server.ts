import { createServer, type IncomingHttpHeaders, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import { onTestFinished } from 'vitest'

type Received = { path: string; headers: IncomingHttpHeaders; body: string }

export type FakeServer = { url: string; received: Received[]; close: () => Promise<void> }

export async function startFakeServer(
  answer: (response: ServerResponse, received: Received) => void,
): Promise<FakeServer> {
  const received: Received[] = []
  const listener: RequestListener = (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const one = {
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString('utf8'),
      }
      received.push(one)
      answer(response, one)
    })
  }
  const server = createServer(listener)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a TCP server's address is always this
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    close: async () => {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

/** Starts a fake server that closes after the test. */
export async function fakeServerOfTest(...how: Parameters<typeof startFakeServer>): Promise<FakeServer> {
  const server = await startFakeServer(...how)
  onTestFinished(() => server.close())
  return server
}
