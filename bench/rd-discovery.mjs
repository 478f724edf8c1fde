/**
 * How long it takes to find the one device service among eleven ports: cold, when nothing is known of it, and when its
 * address is remembered. Times are medians, and stand beside one bare request to the same service in the same run, so
 * that figures of different machines can be compared. Exits with 1 when a limit is missed.
 *
 *   node bench/rd-discovery.mjs
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

import { build } from 'rolldown'

const limitsMs = { cold: 300, remembered: 50 }
const runs = 50

const { createRdClient } = await loadClient()
const firstPort = await freePortsInARow(11)
const service = await startService(firstPort + 7)
const remembered = { scheme: 'http', host: '127.0.0.1', port: firstPort + 7 }
const ranges = [{ scheme: 'http', host: '127.0.0.1', from: firstPort, to: firstPort + 10 }]
const { discover } = createRdClient()

const bare = await medianMs(async () => {
  const answer = await fetch(`http://127.0.0.1:${remembered.port}/`, { method: 'RDSERVICE' })
  await answer.text()
})
const measured = {
  cold: await medianMs(() => expectOne(discover({ ranges }))),
  remembered: await medianMs(() => expectOne(discover({ ranges, remembered }))),
}
service.close()

console.log(`one bare request   ${bare.toFixed(2)} ms`)
let missed = false
for (const [name, ms] of Object.entries(measured)) {
  const limit = limitsMs[name]
  missed ||= ms > limit
  console.log(`${name.padEnd(18)} ${ms.toFixed(2)} ms  ${(ms / bare).toFixed(1)} x bare  limit ${limit} ms`)
}
process.exitCode = missed ? 1 : 0

async function expectOne(discovery) {
  const { services } = await discovery
  if (services.length !== 1) throw new Error(`found ${services.length} services instead of one`)
}

async function medianMs(work) {
  const times = []
  for (let run = 0; run < runs; run += 1) {
    const startedAt = performance.now()
    await work()
    times.push(performance.now() - startedAt)
  }
  return times.toSorted((a, b) => a - b)[Math.floor(runs / 2)]
}

async function loadClient() {
  const folder = await mkdtemp(join(tmpdir(), 'rd-discovery-'))
  try {
    const file = join(folder, 'rd-client.mjs')
    const input = fileURLToPath(new URL('../rd-client/src/index.ts', import.meta.url))
    await build({ input, logLevel: 'warn', output: { file, format: 'esm' } })
    return await import(pathToFileURL(file).href)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Node's own HTTP server refuses these verbs. One request a connection, as drivers do. */
function startService(port) {
  const body =
    '<RDService status="READY" info="bench"><Interface id="CAPTURE" path="/rd/capture"/></RDService>'
  const head = `HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n`
  const server = createServer(socket => {
    socket.on('error', () => undefined)
    socket.once('data', () => socket.end(head + body))
  })
  return listening(server, port)
}

async function freePortsInARow(count) {
  for (;;) {
    const first = 20_000 + Math.floor(Math.random() * 12_000)
    const servers = Array.from({ length: count }, () => createServer())
    const results = await Promise.allSettled(servers.map((server, index) => listening(server, first + index)))
    await Promise.all(servers.map(server => new Promise(resolve => server.close(resolve))))
    if (results.every(({ status }) => status === 'fulfilled')) return first
  }
}

function listening(server, port) {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve(server))
  })
}
