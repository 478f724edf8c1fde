/** The program of load.mjs: runs the jobs that its parent sends, one after the other. */
import { connect } from 'node:net'

process.on('message', job => void run(job).then(result => process.send(result)))

async function run({ address, requests, connections, seconds = Infinity, rate, isFailure }) {
  const { hostname, port } = new URL(address)
  const bytes = requests.map(request => Buffer.from(request))
  const result = { completed: 0, failed: 0, refused: 0, broken: 0, statuses: {} }
  const latencies = {}
  const cpuBefore = process.cpuUsage()
  const began = performance.now()
  const endsAt = began + seconds * 1_000
  let taken = 0
  await Promise.all(Array.from({ length: connections }, () => worker()))

  const took = (performance.now() - began) / 1_000
  const { user, system } = process.cpuUsage(cpuBefore)
  return {
    ...result,
    seconds: took,
    perSecond: result.completed / took,
    latenciesMs: Object.values(latencies).flat(),
    latenciesByStatus: latencies,
    cpuSeconds: (user + system) / 1e6,
  }

  async function worker() {
    let connection = await open(hostname, port)
    for (;;) {
      const number = taken
      const due = rate === undefined ? performance.now() : began + (number / rate) * 1_000
      if (due >= endsAt || (seconds === Infinity && number >= bytes.length)) break
      taken += 1
      const early = due - performance.now()
      if (early > 1) await new Promise(resolve => setTimeout(resolve, early))
      try {
        count(await connection.ask(bytes[number % bytes.length]), performance.now() - due)
      } catch {
        result.broken += 1
        connection = await open(hostname, port)
      }
    }
    connection.end()
  }

  function count({ status, body }, ms) {
    result.statuses[status] = (result.statuses[status] ?? 0) + 1
    ;(latencies[status] ??= []).push(ms)
    if (status === 503 || status === 429) result.refused += 1
    else if (status === 200 && !(isFailure && body.includes(isFailure))) result.completed += 1
    else {
      result.failed += 1
      result.firstFailure ??= `${status} ${body.toString('utf8', 0, 300)}`
    }
  }
}

/** One connection that is kept, one request on its way at a time. */
async function open(host, port) {
  const socket = connect({ host, port, noDelay: true })
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  let received = Buffer.alloc(0)
  let waiting
  socket.on('data', chunk => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
    const answer = wholeAnswer(received)
    if (!answer) return
    received = Buffer.alloc(0)
    waiting?.resolve(answer)
  })
  const lost = () => waiting?.reject(new Error('connection lost'))
  socket.on('error', lost).on('close', lost)

  return {
    ask: request =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject }
        socket.write(request)
      }),
    end: () => socket.destroy(),
  }
}

/** Every answer of the calls has a Content-Length. */
function wholeAnswer(bytes) {
  const headEnd = bytes.indexOf('\r\n\r\n')
  if (headEnd < 0) return undefined
  const head = bytes.latin1Slice(0, headEnd)
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0)
  if (bytes.length < headEnd + 4 + length) return undefined
  return { status: Number(head.slice(9, 12)), body: bytes.subarray(headEnd + 4) }
}
