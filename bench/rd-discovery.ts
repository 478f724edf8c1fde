/**
 * The bench measures the discovery of one device service among eleven ports: the first call of a program, later calls that
 * know no address (cold), and calls that remember the address. It shows medians beside one bare request to the same service,
 * taken in turn, so that figures of different machines can be compared. It exits with 1 when a limit is missed.
 *
 *   npm run bench:rd
 */
import { createServer, type Server } from 'node:net'

import { createRdClient, type Discovery, type PortRange, type ServiceAddress } from '@ekyc/rd-client'

import { median } from './measure/figures.ts'
import { inRounds } from './measure/rounds.ts'

const limitsMs = { first: 300, cold: 300, remembered: 50 }
const runs = 50

const firstPort = await freePortsInARow(11)
const service = await startService(firstPort + 7)
const remembered: ServiceAddress = { scheme: 'http', host: '127.0.0.1', port: firstPort + 7 }
const ranges: PortRange[] = [{ scheme: 'http', host: '127.0.0.1', from: firstPort, to: firstPort + 10 }]
const { discover } = createRdClient()

const cold = () => msOf(() => expectOne(discover({ ranges })))
const first = await cold()
const { bare, ...found } = await inRounds(
  {
    bare: () => msOf(askBare),
    cold,
    remembered: () => msOf(() => expectOne(discover({ ranges, remembered }))),
  },
  { rounds: runs },
)
const measured = { first: [first], ...found }
service.close()

const bareMs = median(bare)
console.log(`bare request  ${bareMs.toFixed(2)} ms`)
let missed = false
for (const [name, limit] of Object.entries(limitsMs)) {
  const ms = median(measured[name as keyof typeof limitsMs])
  missed ||= ms > limit
  const ratio = `${(ms / bareMs).toFixed(1)} x bare`
  console.log(`${name.padEnd(12)}  ${ms.toFixed(2)} ms  ${ratio}  limit ${limit} ms`)
}
process.exitCode = missed ? 1 : 0

async function expectOne(discovery: Promise<Discovery>) {
  const { services } = await discovery
  if (services.length !== 1) throw new Error(`found ${services.length} services instead of one`)
}

async function askBare() {
  const answer = await fetch(`http://127.0.0.1:${remembered.port}/`, { method: 'RDSERVICE' })
  await answer.text()
}

async function msOf(work: () => Promise<void>) {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

/** Node's HTTP server refuses these verbs. Like drivers, the service answers one request per connection. */
function startService(port: number) {
  const body =
    '<RDService status="READY" info="bench"><Interface id="CAPTURE" path="/rd/capture"/></RDService>'
  const head = `HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n`
  const server = createServer(socket => {
    socket.on('error', () => undefined)
    socket.once('data', () => socket.end(head + body))
  })
  return listening(server, port)
}

async function freePortsInARow(count: number) {
  for (;;) {
    const from = 20_000 + Math.floor(Math.random() * 12_000)
    const servers = Array.from({ length: count }, () => createServer())
    const results = await Promise.allSettled(servers.map((server, index) => listening(server, from + index)))
    await Promise.all(servers.map(server => new Promise(resolve => server.close(resolve))))
    if (results.every(({ status }) => status === 'fulfilled')) return from
  }
}

function listening(server: Server, port: number) {
  return new Promise<Server>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve(server))
  })
}
