import type { Client } from 'pg'

import { agentCount, call, calls, sqlOf, type Asked } from '../measure/counter.ts'
import { referenceOf, takeSubmits } from '../measure/submits.ts'

const randomAgent = [`\\set n random(1, ${agentCount})`]
/** No round submits more orders than this. */
const openOrders = 20_000

/**
 * A measured call. The load generator first runs `before`, then repeats `requests`, or sends each once if `once` is
 * set. The pgbench script of the call sets `variables`, and `define` has their first values.
 */
export type Question = {
  goal: number
  isRead?: boolean
  once?: boolean
  before?(): Promise<unknown>
  requests(): string[] | Promise<string[]>
  variables: string[]
  define?: Record<string, number>
}

/** A round submits `submitted` orders, each with a new capture of the device at `devicePort`. */
export function questions({
  client,
  devicePort,
  wadh,
  connections,
  submitted,
}: {
  client: Client
  devicePort: number
  wadh: string
  connections: number
  submitted: number
}): Record<string, Question> {
  return {
    orderList: read(calls.orderList()),
    statistics: read(calls.statistics()),
    profile: read(calls.profile()),
    checkReference: {
      goal: 0.6,
      before: () => client.query(`delete from orders where status = 'INIT'; ${forgetPgbench}`),
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
      requests: async () => {
        const submits = await takeSubmits({ devicePort, wadh }, 0, submitted)
        return submits.map(({ n, asked }) => call(n, asked))
      },
      variables: ['\\set k :client_id * 1000000 + :i', '\\set i :i + 1', `\\set n :k % ${agentCount} + 1`],
      define: { i: 0 },
    },
  }

  /**
   * Opens new orders for all agents. The server submits the first ones; pgbench's clients use numbers a million apart.
   */
  async function openOrdersAnew() {
    await client.query(`
      delete from orders where reference not like 'PAST%';
      truncate reference_records, used_captures, outbox;
      ${forgetPgbench};
      insert into orders (agent_id, id, reference, status, created_on, expires_on)
        select ${sqlOf.agentId(`(k % ${agentCount} + 1)::text`)}, ${sqlOf.orderId('k::text')}, case when k < 10000 then 'DBS1' || lpad(k::text, 4, '0') else 'PGB' || k end,
          'INIT', now() - interval '1 minute', now() + interval '1 day'
        from generate_series(0, ${connections - 1}) client, generate_series(0, ${openOrders / connections - 1}) i, lateral (select client * 1000000 + i as k) number`)
  }
}

/**
 * Deletes pgbench's traces. pgbench takes quotas at the sample's time, and does not give back what the server took
 * later. Its audit rows have the sample's MAC: the sealer would refuse them and judge them again each second. Like the
 * sealer, this statement locks the turn before the rows, so that the two never wait for each other.
 */
const forgetPgbench = `
  select from audit_turn where only_one for update;
  truncate quotas;
  set ekyc.audit_retention = 'on';
  delete from audit_events where position is null`

/** Measures a read, in which every agent reads its own data. */
function read(asked: Asked): Question {
  return {
    goal: 0.5,
    isRead: true,
    requests: () => Array.from({ length: agentCount }, (_, index) => call(index + 1, asked)),
    variables: randomAgent,
  }
}
