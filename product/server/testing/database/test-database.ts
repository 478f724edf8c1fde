import { randomBytes } from 'node:crypto'
import { afterAll, inject, onTestFinished } from 'vitest'

import { databaseOn, onceUnused } from './databases-of-server.ts'
import type { TestPostgres } from './test-postgres.ts'

/** Returns the PostgreSQL of this test run. The first call starts it, unless DATABASE_URL names one. */
export async function testPostgres(): Promise<TestPostgres> {
  const answer = await fetch(inject('testPostgres'))
  if (!answer.ok) throw new Error(await answer.text())
  return (await answer.json()) as TestPostgres
}

/** Creates a migrated database. */
export async function createTestDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const { url, template } = await testPostgres()
  const name = `${template}_${randomBytes(6).toString('hex')}`
  // A copy of the files takes half of the processor time of a copy through the write-ahead log.
  await onceUnused(url, `create database ${name} template ${template} strategy file_copy`)
  return {
    url: databaseOn(url, name),
    drop: () => onceUnused(url, `drop database if exists ${name} with (force)`),
  }
}

/** Creates a migrated database that leaves after the last test of the file. */
export async function databaseOfFile(): Promise<string> {
  const { url, drop } = await createTestDatabase()
  afterAll(drop)
  return url
}

/** Creates a migrated database that leaves after the test. */
export async function databaseOfTest(): Promise<string> {
  const { url, drop } = await createTestDatabase()
  onTestFinished(drop)
  return url
}
