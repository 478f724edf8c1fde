import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Client } from 'pg'
import type { TestProject } from 'vitest/node'

import { migrate } from '../database/migrate.ts'
import { startPrivatePostgres } from '../private-postgres/private-postgres.ts'
import { onServer } from './on-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The server of the tests' databases, and the migrated template that each is copied from. */
    testPostgres: { url: string; template: string }
  }
}

/** Provides one PostgreSQL for the whole run: the one named by DATABASE_URL, or a temporary one. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await aServer()
  const template = `ekyc_test_${randomBytes(6).toString('hex')}`
  await onServer(server.url, client => client.query(`create database ${template}`))
  const url = new URL(server.url)
  url.pathname = `/${template}`
  await migrate(url.href)
  project.provide('testPostgres', { url: server.url, template })
  return async () => {
    await onServer(server.url, client => dropAll(client, template))
    await server.stop()
  }
}

async function aServer(): Promise<{ url: string; stop(): Promise<void> }> {
  const url = process.env['DATABASE_URL']
  if (url !== undefined && url !== '') return { url, stop: async () => {} }
  const folder = await mkdtemp(join(tmpdir(), 'ekyc-test-postgres-'))
  const server = await startPrivatePostgres({ folder, durable: false })
  return {
    url: server.url,
    async stop() {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Drops the template and its copies that interrupted tests have left: their names begin with the template's. */
async function dropAll(client: Client, template: string): Promise<void> {
  const left = await client.query<{ datname: string }>(
    'select datname from pg_database where datname = $1 or datname like $2',
    [template, `${template}\\_%`],
  )
  for (const { datname } of left.rows) await client.query(`drop database if exists ${datname} with (force)`)
}
