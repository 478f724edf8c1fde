/**
 * The bench feeds a million synthetic orders, some of them labelled as fraud, to the rules against fraud. It reports
 * how many cases of fraud the rules find, and how many honest agents they name. Then it compares the processor time of
 * the whole fraud watch, on a database, with that of a submit. Its random seeds differ from the seeds with which the
 * limits of the rules were chosen.
 *
 *   npm run bench:fraud [-- --quick]
 */
import { parseArgs } from 'node:util'

import { freePort } from '@ekyc/contract/testing/free-port'

import { defaultPolicy } from '../../product/server/src/domain/policy.ts'
import { fraudCases, toldPatterns } from '../../product/server/src/testing/fraud-patterns.ts'
import { honestOrders, newCustomers } from '../../product/server/src/testing/honest-orders.ts'
import { judgeInDatabase, judgeStream } from '../../product/server/src/testing/judge-orders.ts'
import { seededRandom } from '../../product/server/src/testing/seeded-random.ts'
import { runBench } from './measure/bench.ts'
import { call } from './measure/counter.ts'
import { startCpu } from './measure/processes.ts'
import { askForWadh, openOrders, referenceOf, takeSubmits } from './measure/submits.ts'
import { startUnderLoad } from './measure/under-load.ts'

const { values: options } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })
const agents = options.quick ? 200 : 1_800
const casesOfEach = options.quick ? 5 : 40
const judgedInDatabase = options.quick ? 2_000 : 20_000
const warmUp = 100
const submits = options.quick ? 100 : 400
/** The number of orders that a busy server collects between two judgements. */
const atOnce = 50

await runBench('fraud', async bench => {
  const customers = newCustomers()
  const honest = honestOrders(seededRandom(20_260_101), agents, customers)
  const cases = fraudCases(seededRandom(20_260_102), casesOfEach, customers)
  const orders = [...honest, ...cases.flatMap(one => one.orders)].toSorted((one, other) => one.at - other.at)

  const cpuOfRules = startCpu(process.pid)
  const named = judgeStream(orders, defaultPolicy)
  const rulesMs = cpuOfRules(orders.length)
  const isFound = (one: (typeof cases)[number]) => one.orders.some(({ agentId }) => named.has(agentId))
  const shareOf = (some: typeof cases) => (100 * some.filter(isFound).length) / some.length
  const foundOf = [...new Set(cases.map(({ pattern }) => pattern))].map(pattern => ({
    pattern,
    'found %': shareOf(cases.filter(one => one.pattern === pattern)),
  }))
  console.table(foundOf)
  const wronged = [...named.keys()].filter(agentId => agentId.startsWith('h')).length

  const devicePort = await freePort()
  const { client, load, postgres, product } = await startUnderLoad(bench, { devicePort })
  const wadh = await askForWadh(product.address, referenceOf(warmUp + submits))
  await openOrders(client, 0, warmUp + submits)
  const taken = await takeSubmits({ devicePort, wadh }, 0, warmUp + submits)
  const send = (some: typeof taken) =>
    load.runWithoutFailure({
      address: product.address,
      requests: some.map(({ n, asked }) => call(n, asked)),
      connections: 1,
    })
  await send(taken.slice(0, warmUp))
  const cpuOfSubmits = startCpu(product.pids.server, postgres.pid)
  await send(taken.slice(warmUp))
  const submitMs = cpuOfSubmits(submits)
  await product.stop()

  const judged = orders.slice(-judgedInDatabase)
  const cpuOfWatch = startCpu(process.pid, postgres.pid)
  await judgeInDatabase(postgres.url, judged, { policy: defaultPolicy, atOnce })
  const watchMs = cpuOfWatch(judged.length)

  bench.report({
    title: 'Fraud found among synthetic orders, and the processor time of an order',
    versions: { postgres: postgres.version },
    quick: options.quick,
    rows: [
      {
        orders: orders.length,
        'fraud found %': shareOf(cases),
        'of patterns told in public %': shareOf(
          cases.filter(({ pattern }) => toldPatterns.includes(pattern)),
        ),
        'honest agents named %': (100 * wronged) / agents,
        'rules ms': rulesMs,
        'watch ms': watchMs,
        'submit ms': submitMs,
        'watch of a submit %': (100 * watchMs) / submitMs,
      },
    ],
    details: { patterns: foundOf },
  })
})
