/**
 * How much of what the database can do reaches the agents: calls a second through the whole server — token, schema,
 * rules, audit, log — against pgbench running the same statements on the same rows of the same PostgreSQL, in turn. The
 * statements are read from PostgreSQL's log and counted by pg_stat_statements; bank and authority are the sandbox's,
 * over HTTP, without delay. For reads a bare HTTP server in Node stands beside them, which runs the same statements and
 * does nothing else: more than that no server in Node can reach on this machine.
 *
 *   npm run bench:server [-- --quick] [--only=orderList,submit] [--profile=FOLDER]
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

import { Client } from 'pg'

import { takeCaptures } from './measure/captures.mjs'
import { agent, agentCount, ask, call, calls, loadAgents, orderId, sqlOf } from './measure/counter.mjs'
import { cpuSeconds } from './measure/cpu-seconds.mjs'
import { figure, median, percentile, ratio } from './measure/figures.mjs'
import { freePort } from './measure/free-port.mjs'
import { startLoad } from './measure/load.mjs'
import { machine } from './measure/machine.mjs'
import { pgbench, pgbenchScript } from './measure/pgbench.mjs'
import { startTunedPostgres } from './measure/postgres.mjs'
import { startMeasuredProduct } from './measure/product.mjs'
import { report } from './measure/report.mjs'
import { inRounds } from './measure/rounds.mjs'
import { executionsById, resetStatistics, statementsOfCall } from './measure/statements.mjs'
import { workFolder } from './measure/work-folder.mjs'

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    profile: { type: 'string' },
  },
})
const seconds = options.quick ? 1 : 4
/** As many as the server has connections to the database. */
const connections = 10
/** More than any round submits. */
const openOrders = 20_000
const submitted = options.quick ? 100 : 300

const tokenHashes = new Set(Array.from({ length: agentCount }, (_, index) => agent(index + 1).tokenHash))
const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const randomAgent = [`\\set n random(1, ${agentCount})`]
const eachAgent = work => Array.from({ length: agentCount }, (_, index) => work(index + 1))

/** What is asked; `requests(round)` are sent over and over, or, with `once`, each once. */
const questions = {
  orderList: {
    goal: 0.5,
    isRead: true,
    requests: () => eachAgent(n => call(n, calls.orderList)),
    variables: randomAgent,
  },
  statistics: {
    goal: 0.5,
    isRead: true,
    requests: () => eachAgent(n => call(n, calls.statistics)),
    variables: randomAgent,
  },
  profile: {
    goal: 0.5,
    isRead: true,
    requests: () => eachAgent(n => call(n, calls.profile)),
    variables: randomAgent,
  },
  checkReference: {
    goal: 0.6,
    before: () => client.query(`delete from orders where status = 'INIT'`),
    requests: () =>
      Array.from({ length: 40_000 }, (_, k) =>
        call((k % agentCount) + 1, calls.checkReference(referenceOf(Math.floor(k / agentCount)))),
      ),
    variables: [...randomAgent, '\\set k random(1, 1000000000)'],
  },
  submit: {
    goal: 0.6,
    once: true,
    before: openOrdersAnew,
    requests: submitRequests,
    variables: ['\\set k :client_id * 1000000 + :i', '\\set i :i + 1', `\\set n :k % ${agentCount} + 1`],
    define: { i: 0 },
  },
}

const { path: folder, remove } = await workFolder('server')
const stops = [remove]
const devicePort = await freePort()
let postgres, product, load, client, wadh
try {
  await main()
} finally {
  for (const stop of stops) await stop()
}

async function main() {
  postgres = await startTunedPostgres({ folder: join(folder, 'postgres') })
  stops.unshift(postgres.stop)
  product = await startMeasuredProduct({
    folder: join(folder, 'product'),
    databaseUrl: postgres.url,
    devicePort,
    nodeOptions: options.profile ? ['--cpu-prof', `--cpu-prof-dir=${options.profile}`] : [],
  })
  stops.unshift(product.stop)
  await product.tellSandbox('device', { delayMs: 0 })
  load = startLoad()
  stops.unshift(load.stop)
  client = new Client(postgres.url)
  await client.connect()
  stops.unshift(() => client.end())
  await loadAgents(client)
  wadh = (await ask(product.address, 1, calls.checkReference(referenceOf(0)))).biometricConstants.wadh

  const about = machine({ postgres: postgres.version })
  const names = options.only?.split(',') ?? Object.keys(questions)
  const measured = {}
  for (const name of names) measured[name] = await measure(name, questions[name])
  report({
    name: 'server',
    title: `Calls a second through the server against pgbench on the same statements, ${connections} at once`,
    machine: about,
    quick: options.quick,
    rows: Object.entries(measured).map(([name, { row }]) => ({ call: name, ...row })),
    details: { measured },
  })
}

async function measure(
  name,
  { goal, isRead, once: isOnce, before = async () => {}, requests, variables, define },
) {
  const file = join(folder, `${name}.sql`)
  await before()
  const samples = await requests(0)
  const statements = await statementsOfCall({
    client,
    logFile: postgres.logFile,
    ask: async sample => expectDone(await load.run(job([samples[sample]]))),
  })
  pgbenchScript({ file, variables, statements, meaning: meaningIn(statements) })

  const bare = isRead ? await startBareServer(statements) : undefined
  const rounds = await inRounds(
    {
      ...(bare && {
        bare: async round =>
          (await load.run({ ...job(await requests(round), seconds), address: bare.address })).perSecond,
      }),
      async server(round) {
        await before()
        const all = await requests(round)
        await resetStatistics(client)
        const cpuBefore = cpuOfEach()
        const {
          latenciesMs,
          perSecond,
          completed,
          cpuSeconds: ofLoad,
        } = expectDone(await load.run(job(all, isOnce ? undefined : seconds)))
        const executions = await executionsById(client)
        const cpu = {
          ...Object.fromEntries(Object.entries(cpuOfEach()).map(([who, to]) => [who, to - cpuBefore[who]])),
          load: ofLoad,
        }
        return {
          perSecond,
          p50: median(latenciesMs),
          p99: percentile(latenciesMs, 99),
          statements: statements.map(({ text, queryId }) => ({
            text,
            executionsPerCall: (executions.get(queryId) ?? 0) / completed,
          })),
          cpuMsPerCall: Object.fromEntries(
            Object.entries(cpu).map(([who, spent]) => [who, (spent * 1_000) / completed]),
          ),
        }
      },
      async pgbench() {
        await before()
        const program = postgres.bin('pgbench')
        return pgbench({ program, url: postgres.url, file, clients: connections, seconds, define })
      },
    },
    {
      onRound: (round, { server, pgbench: limit }) =>
        console.log(
          `${name} round ${round}: ${Math.round(server.perSecond)}/s, pgbench ${Math.round(limit)}/s`,
        ),
    },
  )

  bare?.stop()

  const perSecond = rounds.server.map(round => round.perSecond)
  const share = ratio(perSecond, rounds.pgbench)
  const cpu = rounds.server.at(-1).cpuMsPerCall
  const ms = who => median(rounds.server.map(({ cpuMsPerCall }) => cpuMsPerCall[who]))
  return {
    row: {
      'calls/s': figure(perSecond).median,
      'bare Node/s': bare && figure(rounds.bare).median,
      'pgbench/s': figure(rounds.pgbench).median,
      ratio: share.median,
      spread: `${share.low.toFixed(2)}–${share.high.toFixed(2)}`,
      goal,
      'of bare Node': bare && ratio(perSecond, rounds.bare).median,
      'bare of pgbench': bare && ratio(rounds.bare, rounds.pgbench).median,
      statements: statements.length,
      'p50 ms': median(rounds.server.map(({ p50 }) => p50)),
      'p99 ms': median(rounds.server.map(({ p99 }) => p99)),
      ...Object.fromEntries(Object.keys(cpu).map(who => [`${who} ms`, ms(who)])),
    },
    rounds,
  }
}

async function startBareServer(statements) {
  const child = fork(fileURLToPath(new URL('measure/bare-server.mjs', import.meta.url)))
  child.send({ url: postgres.url, connections, statements })
  const [{ port }] = await once(child, 'message')
  return { address: `http://127.0.0.1:${port}`, stop: () => child.kill() }
}

function job(requests, forSeconds) {
  return {
    address: product.address,
    requests,
    connections: Math.min(connections, requests.length),
    seconds: forSeconds,
    isFailure: '"success":false',
  }
}

function expectDone(result) {
  if (result.completed === 0 || result.failed + result.refused + result.broken > 0)
    throw new Error(`calls failed: ${JSON.stringify({ ...result, latenciesMs: [], latenciesByStatus: {} })}`)
  return result
}

function cpuOfEach() {
  return {
    server: cpuSeconds(product.pids.server),
    postgres: cpuSeconds(postgres.pid),
    'far ends': cpuSeconds(product.pids.sandbox),
  }
}

/** What differs from call to call stands in a pgbench script as an expression over :n, the agent, and :k, the call. */
function meaningIn(statements) {
  const seen = statements.map(({ values }) => new Set(values))
  const isRepeated = literal => seen.filter(values => values.has(literal)).length > 1
  const own = `'00000000-0000-7002-8000-' || lpad(:k, 12, '0')`
  return literal => {
    const value = literal.slice(1, -1)
    if (value.startsWith(agent(1).id.slice(0, 24))) return sqlOf.agentId(':n')
    if (value.startsWith(orderId(1).slice(0, 24))) return sqlOf.orderId(':k')
    if (isUuid.test(value)) return isRepeated(literal) ? `(${own})::uuid` : 'gen_random_uuid()'
    if (/^8\d{9}$/.test(value)) return sqlOf.mobile(':n')
    if (tokenHashes.has(value)) return sqlOf.tokenHash(':n')
    if (/^\\x[0-9a-f]{64}$/.test(value)) return `sha256(('capture' || lpad(:k, 12, '0'))::bytea)`
    if (/^DBS1\d{4}$/.test(value)) return `('PGB' || lpad(:k, 12, '0'))`
    if (/^UKC:[0-9a-f]{32}$/.test(value)) return `('UKC' || lpad(:k, 33, '0'))`
    return undefined
  }
}

function referenceOf(k) {
  return `DBS1${String(k % 10_000).padStart(4, '0')}`
}

/** Open orders for everybody, and nothing done yet: the server submits the first, pgbench's clients a million apart. */
async function openOrdersAnew() {
  await client.query(`
    delete from orders where reference not like 'PAST%';
    truncate reference_records, used_captures, outbox;
    insert into orders (agent_id, id, reference, status, created_on, expires_on)
      select ${sqlOf.agentId(`(k % ${agentCount} + 1)::text`)}, ${sqlOf.orderId('k::text')}, case when k < 10000 then 'DBS1' || lpad(k::text, 4, '0') else 'PGB' || k end,
        'INIT', now() - interval '1 minute', now() + interval '1 day'
      from generate_series(0, ${connections - 1}) client, generate_series(0, ${openOrders / connections - 1}) i, lateral (select client * 1000000 + i as k) number`)
}

async function submitRequests() {
  const agentOf = k => (k % agentCount) + 1
  const captures = await takeCaptures({
    devicePort,
    wadh,
    count: submitted,
    mobileOf: k => agent(agentOf(k)).mobile,
  })
  return captures.map((capture, k) => call(agentOf(k), calls.submit(orderId(k), capture)))
}
