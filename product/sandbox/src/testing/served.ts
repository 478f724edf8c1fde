import { afterAll, expect } from 'vitest'

import type { Route } from '../http/route.ts'
import { serve } from '../http/serve.ts'

/** Serves a part of the sandbox to the tests of a file, at the returned address. */
export async function served(routes: readonly Route[]): Promise<string> {
  const server = serve(routes, error => expect.unreachable(String(error)))
  afterAll(() => server.close())
  return server.listen({ host: '127.0.0.1', port: 0 })
}
