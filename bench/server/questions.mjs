import { takeCaptures } from '../measure/captures.mjs'
import { agent, agentCount, call, calls, orderId, sqlOf } from '../measure/counter.mjs'

const randomAgent = [`\\set n random(1, ${agentCount})`]
/** More than any round submits. */
const openOrders = 20_000

/**
 * What is asked of the server: `requests(round)` are sent over and over, or, with `once`, each once, after `before()`.
 * For pgbench the same is `variables` of its script, and `define` their first values.
 *
 * @param {{ client: import('pg').Client, devicePort: number, wadh: string, connections: number, submitted: number }} by
 *   `submitted`: how many orders a round submits, each with a capture of its own from the device at `devicePort`
 */
export function questions({ client, devicePort, wadh, connections, submitted }) {
  return {
    orderList: { ...read(calls.orderList), goal: 0.5 },
    statistics: { ...read(calls.statistics), goal: 0.5 },
    profile: { ...read(calls.profile), goal: 0.5 },
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
      requests: submits,
      variables: ['\\set k :client_id * 1000000 + :i', '\\set i :i + 1', `\\set n :k % ${agentCount} + 1`],
      define: { i: 0 },
    },
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

  async function submits() {
    const agentOf = k => (k % agentCount) + 1
    const captures = await takeCaptures({
      devicePort,
      wadh,
      count: submitted,
      mobileOf: k => agent(agentOf(k)).mobile,
    })
    return captures.map((capture, k) => call(agentOf(k), calls.submit(orderId(k), capture)))
  }
}

/** The references that the sandbox's bank knows, 10,000 of them. */
export function referenceOf(k) {
  return `DBS1${String(k % 10_000).padStart(4, '0')}`
}

/** Every agent asks for their own. */
function read(what) {
  return {
    isRead: true,
    requests: () => Array.from({ length: agentCount }, (_, index) => call(index + 1, what)),
    variables: randomAgent,
  }
}
