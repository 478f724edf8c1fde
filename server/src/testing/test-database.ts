import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'

import { databaseOn, onEachNode } from './test-nodes.ts'

/** Tells whether the tables of the tests' databases are spread over a Citus cluster. */
export function isOnCluster(): boolean {
  return inject('testPostgres').nodes.length > 1
}

/** Creates a migrated database for one test file. */
export async function createTestDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const { nodes, template } = inject('testPostgres')
  const name = `${template}_${randomBytes(6).toString('hex')}`
  await onEachNode(nodes, `create database ${name} template ${template}`)
  return {
    url: databaseOn(nodes[0] ?? '', name),
    drop: () => onEachNode(nodes, `drop database if exists ${name} with (force)`),
  }
}
