import { createConnectionPool } from '../database/connection-pool.ts'
import { migrate } from '../database/migrate.ts'
import { createKnownMonths } from '../database/months.ts'
import { ordersIn } from '../database/orders.ts'
import { outboxIn } from '../database/outbox.ts'
import { hourMs } from '../domain/durations.ts'

/** Claims everything of a kind that is due, batch after batch. @returns the number of claims */
type ClaimAll = () => Promise<number>

export type Claims = {
  /** Makes so many messages and orders due. */
  fill(count: number): Promise<void>
  messages: ClaimAll
  orders: ClaimAll
  close(): Promise<void>
}

const slots = 20
const lease = {
  leaseToken: '01890000-0000-7000-8000-000000000000',
  leaseUntil: new Date(Date.now() + hourMs),
}
const latestLease = new Date(Date.now() + 2 * hourMs)

/** Opens a database as one server. */
export async function openClaims(url: string): Promise<Claims> {
  await migrate(url)
  const pool = createConnectionPool(url, { connections: 2 })
  const [outbox, orders] = [outboxIn(pool), ordersIn(pool, createKnownMonths())]
  return {
    async fill(count) {
      for (const text of fillings) await pool.run({ text: text.replace('$count', `${count}`), values: [] })
    },
    messages: () =>
      untilNone(async () => (await outbox.takeDue('sms', new Date(), lease.leaseUntil, slots)).length),
    orders: () =>
      untilNone(async () => {
        const expired = { at: new Date(), latestLease, opened: undefined }
        return (await orders.takeOverExpired(expired, lease)).length
      }),
    close: () => pool.close(),
  }
}

async function untilNone(claim: () => Promise<number>): Promise<number> {
  for (let all = 0; ;) {
    const claimed = await claim()
    if (claimed === 0) return all
    all += claimed
  }
}

const fillings = [
  'truncate outbox, orders',
  `insert into agents (id, mobile, name, email, address_line1, address_line2, created_on)
   select gen_random_uuid(), (7000000000 + n)::text, 'Agent', '', '', '', now() from generate_series(1, 1000) as n
   on conflict do nothing`,
  `insert into outbox (agent_id, id, kind, body, created_on, expires_on, next_attempt_on)
   select gen_random_uuid(), gen_random_uuid(), 'sms', decode(repeat('ab', 200), 'hex'), now(), now() + interval '1 day',
     now() - interval '1 minute' + n * interval '1 microsecond'
   from generate_series(1, $count) as n`,
  `insert into orders (agent_id, id, reference, status, created_on, expires_on, lease_token, lease_until)
   select id, gen_random_uuid(), 'DBS' || n, 'SUBMITTING', now(), now() + interval '1 day', gen_random_uuid(),
     now() - interval '1 minute' + n * interval '1 microsecond'
   from generate_series(1, $count) as n join (select id, row_number() over () as place from agents) as agent
     on place = 1 + n % 1000`,
  'analyze outbox, orders',
]
