/** load.ts starts this program, which runs each job that its parent process sends, and sends the result back. */
import { connect } from 'node:net'

import type { Job, LoadResult } from './load.ts'

type Answer = { status: number; body: Buffer }

process.on('message', (job: Job) => void run(job).then(result => process.send?.(result)))

async function run({ address, requests, connections, seconds = Infinity }: Job): Promise<LoadResult> {
  const { hostname, port } = new URL(address)
  const bytes = requests.map(request => Buffer.from(request))
  const latenciesMs: number[] = []
  let failure: string | undefined
  let taken = 0
  const cpuBefore = process.cpuUsage()
  const began = performance.now()
  const endsAt = began + seconds * 1_000
  await Promise.all(Array.from({ length: connections }, () => sendInTurn()))

  const { user, system } = process.cpuUsage(cpuBefore)
  return {
    perSecond: (latenciesMs.length * 1_000) / (performance.now() - began),
    completed: latenciesMs.length,
    latenciesMs,
    cpuSeconds: (user + system) / 1e6,
    ...(failure !== undefined && { failure }),
  }

  async function sendInTurn() {
    const connection = await open(hostname, Number(port))
    for (;;) {
      const request = bytes[taken % bytes.length]
      const sentAt = performance.now()
      const isOver = sentAt >= endsAt || (seconds === Infinity && taken >= bytes.length)
      if (!request || isOver || failure !== undefined) break
      taken += 1
      const { status, body } = await connection.ask(request)
      latenciesMs.push(performance.now() - sentAt)
      if (status !== 200 || body.includes('"success":false'))
        failure ??= `${status} ${body.toString('utf8', 0, 300)}`
    }
    connection.end()
  }
}

async function open(host: string, port: number) {
  const socket = connect({ host, port, noDelay: true })
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  let received: Buffer = Buffer.alloc(0)
  let answerTo: (answer: Answer) => void = () => {}
  socket.on('data', chunk => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
    const answer = wholeAnswer(received)
    if (!answer) return
    received = Buffer.alloc(0)
    answerTo(answer)
  })
  socket.on('error', () => {})
  socket.on('close', () => answerTo({ status: 0, body: Buffer.from('connection lost') }))

  return {
    ask: (request: Buffer) =>
      new Promise<Answer>(resolve => {
        answerTo = resolve
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
