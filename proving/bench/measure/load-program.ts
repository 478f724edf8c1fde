/** load.ts starts this program, which runs each job that its parent process sends, and sends the result back. */
import { connect } from 'node:net'

import type { Job, LoadResult } from './load.ts'

type Answer = { status: number; body: Buffer }

process.on('message', (job: Job) => void run(job).then(result => process.send?.(result)))

async function run({
  address,
  requests,
  connections,
  seconds = Infinity,
  rate,
  isFailure,
}: Job): Promise<LoadResult> {
  const { hostname, port } = new URL(address)
  const bytes = requests.map(request => Buffer.from(request))
  const result: Pick<LoadResult, 'completed' | 'notCompleted' | 'statuses' | 'firstFailure'> = {
    completed: 0,
    notCompleted: 0,
    statuses: {},
  }
  const latencies: Record<number, number[]> = {}
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
    let connection = await open(hostname, Number(port))
    for (;;) {
      const number = taken
      const due = rate === undefined ? performance.now() : began + (number / rate) * 1_000
      const request = bytes[number % bytes.length]
      if (!request || due >= endsAt || (seconds === Infinity && number >= bytes.length)) break
      taken += 1
      const early = due - performance.now()
      if (early > 1) await new Promise(resolve => setTimeout(resolve, early))
      try {
        count(await connection.ask(request), performance.now() - due)
      } catch {
        result.notCompleted += 1
        connection = await open(hostname, Number(port))
      }
    }
    connection.end()
  }

  function count({ status, body }: Answer, ms: number) {
    result.statuses[status] = (result.statuses[status] ?? 0) + 1
    ;(latencies[status] ??= []).push(ms)
    if (status === 200 && !(isFailure && body.includes(isFailure))) result.completed += 1
    else {
      result.notCompleted += 1
      result.firstFailure ??= `${status} ${body.toString('utf8', 0, 300)}`
    }
  }
}

async function open(host: string, port: number) {
  const socket = connect({ host, port, noDelay: true })
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  let received: Buffer = Buffer.alloc(0)
  let waiting: { resolve(answer: Answer): void; reject(error: Error): void } | undefined
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
    ask: (request: Buffer) =>
      new Promise<Answer>((resolve, reject) => {
        waiting = { resolve, reject }
        socket.write(request)
      }),
    end: () => socket.destroy(),
  }
}

/** Returns undefined if the answer is incomplete. All answers have a Content-Length. */
function wholeAnswer(bytes: Buffer): Answer | undefined {
  const headEnd = bytes.indexOf('\r\n\r\n')
  if (headEnd < 0) return undefined
  const head = bytes.toString('latin1', 0, headEnd)
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0)
  if (bytes.length < headEnd + 4 + length) return undefined
  return { status: Number(head.slice(9, 12)), body: bytes.subarray(headEnd + 4) }
}
