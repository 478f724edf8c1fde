import type { Client } from 'pg'

import { agentCount, call, calls, sqlOf, type Asked } from '../measure/counter.ts'
import { referenceOf, takeSubmits } from '../measure/submits.ts'

const randomAgent = [`\\set n random(1, ${agentCount})`]
/** The number of orders that are open before a round, which is more than a round submits. */
const openOrders = 20_000

/**
 * A measured call. The bench runs `before` first. Then the load generator repeats `requests`, or sends each request
 * once if `once` is set. `variables` are the lines that set the variables of the call's pgbench script, and `define`
 * has the first values of these variables.
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

/** Returns the measured calls by name. A round of submit sends `submitted` orders, each with a new device capture. */
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
   * Opens new orders for all agents. The server submits the orders with the lowest numbers. The numbers of each client
   * of pgbench begin a million after those of the client before.
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
 * Empties the quotas, and deletes the unsealed audit rows. pgbench repeats the time of the sampled call, so in its
 * statements a used-up quota never begins anew. The audit rows of pgbench have the MAC of the sampled call, so the
 * sealer would refuse them and check them again each second. The statement locks the row of audit_turn before the audit
 * rows, as the sealer does, so that the statement and the sealer cannot block each other for ever.
 */
const forgetPgbench = `
  select from audit_turn where only_one for update;
  truncate quotas;
  set ekyc.audit_retention = 'on';
  delete from audit_events where position is null`

function read(asked: Asked): Question {
  return {
    goal: 0.5,
    isRead: true,
    requests: () => Array.from({ length: agentCount }, (_, index) => call(index + 1, asked)),
    variables: randomAgent,
  }
}
