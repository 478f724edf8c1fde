import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import type { TestProject } from 'vitest/node'

import type { prepareTestPostgres } from './prepare-test-postgres.ts'

/** The address of the PostgreSQL server, and the name of the migrated database that tests copy. */
export type TestPostgres = { url: string; template: string }

declare module 'vitest' {
  interface ProvidedContext {
    /** The address whose answer to a GET is the TestPostgres as JSON. */
    testPostgres: string
  }
}

/** Starts PostgreSQL when the first test file asks for it. A run of tests without a database starts no PostgreSQL. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let prepared: ReturnType<typeof prepareTestPostgres> | undefined
  const prepare = () =>
    (prepared ??= import('./prepare-test-postgres.ts').then(module => module.prepareTestPostgres()))
  const server = createServer((_request, response) => {
    // A connection that is kept may be closed at the moment in which a test file asks again.
    response.setHeader('connection', 'close')
    prepare().then(
      ({ url, template }) => response.end(JSON.stringify({ url, template })),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  project.provide('testPostgres', `http://127.0.0.1:${port}`)
  return async () => {
    server.close()
    await (await prepared)?.stop()
  }
}
