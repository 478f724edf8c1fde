import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import { type Client, DatabaseError } from 'pg'
import { inject } from 'vitest'

import { onServer } from './on-server.ts'

/** Creates a migrated database for one test file. */
export async function createTestDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const { url: server, template } = inject('testPostgres')
  const name = `${template}_${randomBytes(6).toString('hex')}`
  await onServer(server, client => copyOf(client, template, name))
  const url = new URL(server)
  url.pathname = `/${name}`
  return {
    url: url.href,
    drop: () =>
      onServer(
        server,
        async client => void (await client.query(`drop database if exists ${name} with (force)`)),
      ),
  }
}

/** Retries while a migrating session or an autovacuum still uses the template. */
async function copyOf(client: Client, template: string, name: string): Promise<void> {
  for (let tries = 1; ; tries++)
    try {
      await client.query(`create database ${name} template ${template}`)
      return
    } catch (error) {
      const inUse = error instanceof DatabaseError && error.code === '55006'
      if (!inUse || tries === 400) throw error
      await sleep(50)
    }
}
