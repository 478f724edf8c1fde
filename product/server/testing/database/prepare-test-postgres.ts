import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'

import { startPrivatePostgres } from '@ekyc/private-postgres'
import { scratchFolder } from '@ekyc/private-postgres/testing/scratch-folder'
import type { Client } from 'pg'

import { migrate } from '../../src/database/schema/migrate.ts'
import { withConnection } from '../../src/database/link/direct-connection.ts'
import { createTestClock } from '../fixed/test-clock.ts'
import { databaseOn, onceUnused } from './databases-of-server.ts'
import type { TestPostgres } from './test-postgres.ts'

/** The SQL that adds monthly partitions to the template, so that no server of a test has to add them. */
const addMonths = `select add_months('orders', $1, $1::timestamptz + interval '92 days', 1)`

/** Prepares one PostgreSQL for the whole test run: the one that DATABASE_URL names, or a temporary one. */
export async function prepareTestPostgres(): Promise<TestPostgres & { stop(): Promise<void> }> {
  const server = await aServer()
  const template = `ekyc_test_${randomBytes(6).toString('hex')}`
  const url = databaseOn(server.url, template)
  await onceUnused(server.url, `create database ${template}`)
  await migrate(url)
  await withConnection(url, client => client.query(addMonths, [createTestClock().now()]))
  return {
    url: server.url,
    template,
    async stop() {
      await withConnection(server.url, client => dropAll(client, template))
      await server.stop()
    },
  }
}

async function aServer(): Promise<{ url: string; stop(): Promise<void> }> {
  const url = process.env['DATABASE_URL']
  if (url !== undefined && url !== '') return { url, stop: async () => {} }
  const folder = await scratchFolder('ekyc-test-postgres-')
  const server = await startPrivatePostgres({ folder, durable: false })
  await hashOnce(server.url)
  return {
    url: server.url,
    async stop() {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Hashes the password of the throw-away server once, since each connection of a test repeats 4,096 hashes otherwise. */
async function hashOnce(url: string): Promise<void> {
  await withConnection(url, async client => {
    const { rows } = await client.query(`select from pg_settings where name = 'scram_iterations'`)
    if (rows.length === 0) return
    await client.query('set scram_iterations = 1')
    await client.query(`alter role current_user password '${new URL(url).password}'`)
  })
}

/** Drops the template database and the copies that interrupted tests have left. */
async function dropAll(client: Client, template: string): Promise<void> {
  const left = await client.query<{ datname: string }>(
    'select datname from pg_database where datname = $1 or datname like $2',
    [template, `${template}\\_%`],
  )
  for (const { datname } of left.rows) await client.query(`drop database if exists ${datname} with (force)`)
}
