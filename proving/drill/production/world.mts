import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'

/**
 * Runs the sandbox in a container. The sandbox listens on 127.0.0.1 only, so this program relays connections to it: by
 * TLS from the servers, and without TLS from the drill.
 */
const sandbox = spawn(process.execPath, ['/app/product/sandbox/src/main.ts'], { stdio: 'inherit' })
sandbox.on('exit', code => process.exit(code ?? 1))
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => sandbox.kill())

const identity = { key: readFileSync('/tls/world.key'), cert: readFileSync('/tls/world.pem') }
createTlsServer(identity, relayTo(8090)).listen(8443, '0.0.0.0')
createServer(relayTo(8090)).listen(18090, '0.0.0.0')

function relayTo(port: number): (socket: Socket) => void {
  return socket => {
    const inner = connect(port, '127.0.0.1')
    socket.pipe(inner).pipe(socket)
    socket.on('error', () => inner.destroy())
    inner.on('error', () => socket.destroy())
  }
}
