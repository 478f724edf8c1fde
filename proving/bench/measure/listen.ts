import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export async function listen(server: Server, port = 0): Promise<{ address: string; stop(): void }> {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const { port: actual } = server.address() as AddressInfo
  return {
    address: `http://127.0.0.1:${actual}`,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
