import { createServer } from 'node:net'

import { expect, test } from 'vitest'

import { listen } from './listener.ts'
import { lastingTls } from './testing/started-device.ts'

test('when every port of the range is taken it says so, and what to do', async () => {
  const taken = createServer()
  await new Promise<void>(resolve => {
    taken.listen(0, '127.0.0.1', () => resolve())
  })
  const address = taken.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const listening = listen({
    ports: [port],
    tls: lastingTls,
    scheme: () => 'http',
    answer: async () => ({ kind: 'silence' }),
  })
  await expect(listening).rejects.toThrow(`Ports ${port} to ${port} are all taken: end what uses one`)
  taken.close()
})
