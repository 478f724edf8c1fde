import { expect } from 'vitest'

import { withConnection } from '../../src/database/link/direct-connection.ts'
import type { AuthorityRequest, BankResult, StoredOrder } from './reconcile.ts'
import type { World } from './world.ts'

export async function rows<T extends object>(world: World, statement: string): Promise<T[]> {
  return withConnection(world.postgres.url, async client => (await client.query<T>(statement)).rows)
}

export async function allDelivered(world: World): Promise<void> {
  await expect
    .poll(
      () =>
        rows<{ orders: number; messages: number }>(
          world,
          `select (select count(*)::int from orders where status = 'SUBMITTING') as orders,
             (select count(*)::int from outbox where body is not null and kind = 'kyc-result') as messages`,
        ),
      { timeout: 90_000, interval: 500 },
    )
    .toEqual([{ orders: 0, messages: 0 }])
}

export async function takeStock(world: World) {
  // The condition leaves out the demo's orders by their references (DBS0…, DBS6… to DBS9…). A condition on times would
  // miss some of these orders, which are only hours older than a test that runs at night in India.
  const stored = await rows<StoredOrder>(
    world,
    `select id::text, reference, status, transaction_id as "transactionId", message, outcome from orders
     where reference ~ '^DBS[1-5]'`,
  )
  const readJson = async <T>(path: string) => (await fetch(world.sandbox + path)).json() as Promise<T>
  return {
    stored,
    requests: await readJson<AuthorityRequest[]>('/authority/requests'),
    results: await readJson<BankResult[]>('/bank/kyc-results'),
  }
}
