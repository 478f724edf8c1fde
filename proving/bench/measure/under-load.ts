import { join } from 'node:path'

import { Client } from 'pg'

import type { Bench } from './bench.ts'
import { loadAgents, type AgentsToLoad } from './counter.ts'
import { startLoad, type Load } from './load.ts'
import { startTunedPostgres, type TunedPostgres } from './postgres.ts'
import { startMeasuredProduct, type MeasuredProduct, type ProductOptions } from './product.ts'

export type OnPostgres = { postgres: TunedPostgres; product: MeasuredProduct }

/** Starts the product on a tuned PostgreSQL. */
export async function startOnPostgres(
  { folder, stopAtEnd }: Bench,
  options: Omit<ProductOptions, 'folder' | 'databaseUrl'> = {},
): Promise<OnPostgres> {
  const postgres = stopAtEnd(await startTunedPostgres({ folder: join(folder, 'postgres') }))
  const product = stopAtEnd(
    await startMeasuredProduct({ ...options, folder: join(folder, 'product'), databaseUrl: postgres.url }),
  )
  return { postgres, product }
}

export type UnderLoad = OnPostgres & { client: Client; load: Load }

/** Starts the product on a tuned PostgreSQL, loads agents, and starts a load generator. */
export async function startUnderLoad(
  bench: Bench,
  options?: Omit<ProductOptions, 'folder' | 'databaseUrl'>,
  agents?: AgentsToLoad,
): Promise<UnderLoad> {
  const { postgres, product } = await startOnPostgres(bench, options)
  const load = bench.stopAtEnd(startLoad())
  const client = await connected(bench, postgres.url)
  await loadAgents(client, agents)
  return { postgres, product, load, client }
}

/** Connects to a database until the bench ends. */
export async function connected({ stopAtEnd }: Bench, url: string): Promise<Client> {
  const client = new Client(url)
  await client.connect()
  stopAtEnd({ stop: () => client.end() })
  return client
}
