import { setTimeout as sleep } from 'node:timers/promises'

import { DatabaseError } from 'pg'

import { withConnection } from '../../src/database/link/direct-connection.ts'

/** A busy machine may need long to open a connection. */
const patient = { connectionTimeoutMillis: 60_000 }

/** Returns the address of another database of the same server. */
export function databaseOn(server: string, name: string): string {
  return Object.assign(new URL(server), { pathname: `/${name}` }).href
}

/** Runs a statement about a database that another session, such as a migration or a vacuum, may still use. */
export async function onceUnused(server: string, statement: string): Promise<void> {
  await withConnection(
    server,
    async client => {
      for (let tries = 1; ; tries++)
        try {
          await client.query(statement)
          return
        } catch (error) {
          const inUse = error instanceof DatabaseError && error.code === '55006'
          if (!inUse || tries === 400) throw error
          await sleep(50)
        }
    },
    patient,
  )
}
