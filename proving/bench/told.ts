/**
 * The bench submits orders to two servers, and kills the servers in turn by SIGKILL, again and again. It compares the
 * messages that the phones and the bank received with the orders' verdicts. The bench acknowledges each message late,
 * so that some kills come after a message was sent and before the message is marked as sent.
 *
 *   npm run bench:told [-- --orders=20000 --kills=20]
 */
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import { freePort } from '@ekyc/contract/testing/free-port'
import type { Client } from 'pg'

import { runBench } from './measure/bench.ts'
import { ask, type AskedBy } from './measure/counter.ts'
import { listen } from './measure/listen.ts'
import { askForWadh, openOrders, referenceOf, takeSubmits } from './measure/submits.ts'
import { startUnderLoad } from './measure/under-load.ts'

const { values: options } = parseArgs({
  options: { orders: { type: 'string', default: '20000' }, kills: { type: 'string', default: '20' } },
})
const orders = Number(options.orders)
const kills = Number(options.kills)
const batch = 500
const counters = 16
const answerMs = 30
/** The longest wait for all results and messages, in ms. Orders of a killed server wait until their lease has ended. */
const settledWithinMs = 180_000

await runBench('told', async bench => {
  const devicePort = await freePort()
  const receiver = bench.stopAtEnd(await startReceiver())
  const env = {
    SMS_URL: `${receiver.address}/sms`,
    BANK_URL: `${receiver.address}/bank`,
    AUTHORITY_TIMEOUT_MS: '3000',
    BANK_TIMEOUT_MS: '2000',
  }
  const { client, postgres, product } = await startUnderLoad(bench, { devicePort, env }, { ordersEach: 0 })
  receiver.passOn(product.sandbox)
  const wadh = await askForWadh(product.address, referenceOf(batch))
  const first = { address: product.address, pid: product.pids.server }
  const servers = [first, await product.startServer(env)]
  const counted = { submitted: 0, killed: 0 }

  const began = performance.now()
  const killing = killInTurn()
  for (let from = 0; from < orders; from += batch) {
    const count = Math.min(batch, orders - from)
    // Every second batch has the finger of another person, which the authority refuses.
    await product.tellSandbox('device', { finger: (from / batch) % 2 === 0 ? 'DBS10000' : 'DBS20000' })
    await openOrders(client, from, count)
    const left = await takeSubmits({ devicePort, wadh }, from, count)
    await Promise.all(Array.from({ length: counters }, () => submitAll(left)))
  }
  const seconds = (performance.now() - began) / 1_000
  await killing
  await untilSettled(client)

  const told = await toldOf(client)
  const known = new Set(told.filter(id => id !== ''))
  const received = [...receiver.received]
  bench.report({
    title: 'Orders with a verdict, while servers are killed, and what phones and bank were told of them',
    versions: { postgres: postgres.version },
    quick: orders < 20_000,
    rows: [
      {
        orders: told.length,
        kills: counted.killed,
        'by SMS': received.filter(([, { by }]) => by === 'sms').length,
        'through the bank': received.filter(([, { by }]) => by === 'bank').length,
        'repeats of an id': received.reduce((sum, [, { times }]) => sum + times - 1, 0),
        'told twice': (await messagesIn(client)) - known.size,
        'told never': told.filter(id => !receiver.received.has(id)).length,
        'told without a verdict': received.filter(([id]) => !known.has(id)).length,
        'orders a second': orders / seconds,
      },
    ],
  })

  async function submitAll(left: AskedBy[]): Promise<void> {
    for (let submit = left.pop(); submit; submit = left.pop()) {
      const { address = '' } = servers[counted.submitted % servers.length] ?? {}
      counted.submitted += 1
      // Ignores errors, because refused fingers and killed servers are part of the bench. The database tells the result
      // of each order.
      await ask(address, submit.n, submit.asked).catch(() => {})
    }
  }

  async function killInTurn(): Promise<void> {
    for (let kill = 1; kill <= kills; kill += 1) {
      const due = (orders * kill) / (kills + 1)
      while (counted.submitted < due) await wait(20)
      const victim = kill % servers.length
      process.kill(servers[victim]?.pid ?? 0, 'SIGKILL')
      counted.killed += 1
      servers[victim] = await product.startServer(env)
    }
  }
})

type Receiver = {
  address: string
  /** For each message id, the number of times that the message came, and whether it came as an SMS or to the bank. */
  received: Map<string, { by: 'sms' | 'bank'; times: number }>
  /** Sets the address of the sandbox, which gets all requests for the bank except messages of failed KYCs. */
  passOn(sandbox: string): void
  stop(): void
}

/** Starts a server that takes SMS and messages of failed KYCs, and passes other requests on to the sandbox's bank. */
async function startReceiver(): Promise<Receiver> {
  const received: Receiver['received'] = new Map()
  let sandbox: URL
  const server = createServer((asked, answer) => void take(asked, answer))

  async function take(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    const body = await buffer(asked)
    const { method, headers, url = '' } = asked
    const { id = '', type } = JSON.parse(body.toString()) as { id?: string; type?: string }
    const by = url.startsWith('/sms') ? 'sms' : type === 'kyc.failed' ? 'bank' : undefined
    if (by) {
      received.set(id, { by, times: (received.get(id)?.times ?? 0) + 1 })
      await wait(answerMs)
      answer.writeHead(202).end()
      return
    }
    const onward = request({ host: sandbox.hostname, port: sandbox.port, method, path: url, headers })
    onward.on('error', () => answer.destroy()).end(body)
    onward.on('response', answered => {
      answer.writeHead(answered.statusCode ?? 502, answered.headers)
      answered.pipe(answer)
    })
  }

  return { ...(await listen(server)), received, passOn: address => (sandbox = new URL(address)) }
}

/** Waits until no order is being submitted, and no message is waiting to be sent. */
async function untilSettled(client: Client): Promise<void> {
  const deadline = performance.now() + settledWithinMs
  for (;;) {
    const { rows } = await client.query<{ left: number }>(
      `select (select count(*) from orders where status = 'SUBMITTING')::int
        + (select count(*) from outbox where next_attempt_on is not null)::int as left`,
    )
    if (rows[0]?.left === 0) return
    if (performance.now() > deadline) throw new Error(`${rows[0]?.left} orders and messages are left`)
    await wait(1_000)
  }
}

/** Returns, of each order whose request may have reached the authority, the id of the order's message, or ''. */
async function toldOf(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ told: string }>(
    `select coalesce(steps->>'told', '') as told from orders
     where status in ('KYC_SUCCESS', 'KYC_FAILURE') and steps is not null
       and coalesce(error_code, '') not in ('customer_not_fetched', 'bank_unusable')`,
  )
  return rows.map(({ told }) => told)
}

async function messagesIn(client: Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    "select count(*)::int as count from outbox where kind in ('holder-sms', 'kyc-failed')",
  )
  return rows[0]?.count ?? 0
}
