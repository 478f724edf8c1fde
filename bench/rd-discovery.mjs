/**
 * How long it takes to find the one device service among eleven ports: at the first call of a program, cold (nothing is
 * known of it), and when its address is remembered. Medians, but for the first; each stands beside one bare request to
 * the same service, taken in turn with them, so that figures of different machines can be compared. Exits with 1 when a
 * limit is missed.
 *
 *   npm run bench:rd
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

import { build } from 'rolldown'

const limitsMs = { first: 300, cold: 300, remembered: 50 }
const runs = 50

const { createRdClient } = await loadClient()
const firstPort = await freePortsInARow(11)
const service = await startService(firstPort + 7)
const remembered = { scheme: 'http', host: '127.0.0.1', port: firstPort + 7 }
const ranges = [{ scheme: 'http', host: '127.0.0.1', from: firstPort, to: firstPort + 10 }]
const { discover } = createRdClient()

const works = {
  bare: async () => {
    const answer = await fetch(`http://127.0.0.1:${remembered.port}/`, { method: 'RDSERVICE' })
    await answer.text()
  },
  cold: () => expectOne(discover({ ranges })),
  remembered: () => expectOne(discover({ ranges, remembered })),
}

const first = await msOf(works.cold)
const { bare, ...measured } = { first, ...(await medians()) }
service.close()

console.log(`bare request  ${bare.toFixed(2)} ms`)
let missed = false
for (const [name, ms] of Object.entries(measured)) {
  const limit = limitsMs[name]
  missed ||= ms > limit
  const ratio = `${(ms / bare).toFixed(1)} x bare`
  console.log(`${name.padEnd(12)}  ${ms.toFixed(2)} ms  ${ratio}  limit ${limit} ms`)
}
process.exitCode = missed ? 1 : 0

async function expectOne(discovery) {
  const { services } = await discovery
  if (services.length !== 1) throw new Error(`found ${services.length} services instead of one`)
}

/** In turn, so that warming up and whatever else runs on this machine hit all of them alike. */
async function medians() {
  const times = Object.fromEntries(Object.keys(works).map(name => [name, []]))
  for (let run = 0; run < runs; run += 1) {
    for (const [name, work] of Object.entries(works)) times[name].push(await msOf(work))
  }
  const median = all => all.toSorted((a, b) => a - b)[Math.floor(runs / 2)]
  return Object.fromEntries(Object.entries(times).map(([name, all]) => [name, median(all)]))
}

async function msOf(work) {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
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
    const from = 20_000 + Math.floor(Math.random() * 12_000)
    const servers = Array.from({ length: count }, () => createServer())
    const results = await Promise.allSettled(servers.map((server, index) => listening(server, from + index)))
    await Promise.all(servers.map(server => new Promise(resolve => server.close(resolve))))
    if (results.every(({ status }) => status === 'fulfilled')) return from
  }
}

function listening(server, port) {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve(server))
  })
}
