import { join } from 'node:path'

import { Client } from 'pg'

import type { Bench } from './bench.ts'
import { loadAgents } from './counter.ts'
import { startLoad, type Load } from './load.ts'
import { startTunedPostgres, type TunedPostgres } from './postgres.ts'
import { startMeasuredProduct, type MeasuredProduct, type ProductOptions } from './product.ts'

export type UnderLoad = { postgres: TunedPostgres; product: MeasuredProduct; client: Client; load: Load }

export async function startUnderLoad(
  bench: Bench,
  options: Omit<ProductOptions, 'folder' | 'databaseUrl'> = {},
): Promise<UnderLoad> {
  const postgres = bench.stopAtEnd(await startTunedPostgres({ folder: join(bench.folder, 'postgres') }))
  const product = bench.stopAtEnd(
    await startMeasuredProduct({
      ...options,
      folder: join(bench.folder, 'product'),
      databaseUrl: postgres.url,
    }),
  )
  const load = bench.stopAtEnd(startLoad())
  const client = await connected(bench, postgres.url)
  await loadAgents(client)
  return { postgres, product, load, client }
}

export async function connected({ stopAtEnd }: Bench, url: string): Promise<Client> {
  const client = new Client(url)
  await client.connect()
  stopAtEnd({ stop: () => client.end() })
  return client
}
