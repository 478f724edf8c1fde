/**
 * The bench opens 10,000 connections, each with a body that is as large as a call takes and never arrives whole. Meanwhile
 * the bench measures the server's memory, and the answers to a normal client.
 *
 *   npm run bench:slow-senders [-- --quick]
 */
import { setMaxListeners } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import { runBench } from './measure/bench.ts'
import { percentile } from './measure/figures.ts'
import { memoryMb } from './measure/processes.ts'
import { startOnPostgres } from './measure/under-load.ts'

setMaxListeners(0)

const { values: options } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })
const senders = options.quick ? 1_000 : 10_000
const seconds = options.quick ? 5 : 30
/** The limit of a call's body is 64 KiB. */
const bodyBytes = 65_000
/** The server's Retry-After. */
const retryAfterMs = 5_000
const goalMb = 512
const request =
  'POST /api/v1/dbs/user/check HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n' +
  `Content-Length: ${bodyBytes}\r\n\r\n{"x":"${'x'.repeat(bodyBytes - 7)}`

await runBench('slow-senders', async bench => {
  // The normal client needs connections too.
  const env = { MAX_CONNECTIONS: String(senders + 100) }
  const { postgres, product } = await startOnPostgres(bench, { env })
  const { hostname, port } = new URL(product.address)
  const before = memoryMb(product.pids.server, 'VmRSS')
  const sending = new AbortController()
  const answered: Record<string, number> = {}
  const all: Promise<void>[] = []
  for (let sender = 0; sender < senders; sender += 1) {
    all.push(sendSlowly(sending.signal))
    if (sender % 100 === 99) await wait(10)
  }
  const served = await callAsUsual(seconds)
  const servedMs = served.map(({ ms }) => ms)
  const peak = memoryMb(product.pids.server, 'VmHWM')
  sending.abort()
  await Promise.all(all)

  bench.report({
    title: `${senders} senders of ${bodyBytes} bytes each, the last of which never comes, for ${seconds} s`,
    versions: { postgres: postgres.version },
    quick: options.quick,
    rows: [
      {
        'before, MB': before,
        'at its most, MB': peak,
        'goal, MB': goalMb,
        'normal calls': served.length,
        'of them 200': served.filter(({ status }) => status === 200).length,
        'p50, ms': percentile(servedMs, 50),
        'p99, ms': percentile(servedMs, 99),
      },
    ],
    details: { answersToSenders: answered },
  })
  if (peak > goalMb) process.exitCode = 1

  /** Opens a connection again when the server has closed the last one. */
  async function sendSlowly(signal: AbortSignal) {
    while (!signal.aborted) await sendOnce(signal)
  }

  function sendOnce(signal: AbortSignal) {
    return new Promise<void>(resolve => {
      const socket = connect({ host: hostname, port: Number(port) })
      const end = () => socket.destroy()
      signal.addEventListener('abort', end)
      socket.once('connect', () => socket.write(request))
      socket.once('data', answer => {
        const status = String(answer.toString('latin1').split(' ')[1])
        answered[status] = (answered[status] ?? 0) + 1
        end()
      })
      socket.on('error', () => {})
      socket.once('close', () => {
        signal.removeEventListener('abort', end)
        setTimeout(resolve, signal.aborted ? 0 : retryAfterMs)
      })
    })
  }

  async function callAsUsual(forSeconds: number) {
    const until = performance.now() + forSeconds * 1_000
    const calls: { status: number | 'lost'; ms: number }[] = []
    while (performance.now() < until) {
      const began = performance.now()
      const status = await fetch(`${product.address}/api/v1/dbs/user/check`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ header: {}, device: {}, username: '9700000001' }),
      }).then(
        answer => answer.text().then(() => answer.status),
        () => 'lost' as const,
      )
      calls.push({ status, ms: performance.now() - began })
      await wait(50)
    }
    return calls
  }
})
