import { afterAll, beforeAll } from 'vitest'

import { operatorAt, type OperatorOptions } from './operator-at.ts'
import { agentPassword, startTestServer, type TestServer } from './test-server.ts'

/** Starts a server for the tests of a file. Admin commands run on the server's database. */
export function withAdmin() {
  let server: TestServer
  let admin: ReturnType<typeof operatorAt>
  beforeAll(async () => {
    server = await startTestServer()
    admin = operatorAt({ databaseUrl: server.databaseUrl, now: server.clock.now })
  })
  afterAll(() => server.close())

  let lastMobile = 9_500_000_000
  const newMobile = () => String((lastMobile += 1))
  return {
    server: () => server,
    admin: (words: string, options?: OperatorOptions) => admin(words, options),
    newMobile,

    // Each test reads the fields that it expects.
    // oxlint-disable-next-line typescript/no-explicit-any
    async json(words: string): Promise<any> {
      const run = await admin(`${words} --json`)
      return { code: run.code, ...JSON.parse(run.out) }
    },

    async signedInAgent(): Promise<{ mobile: string; token: string; agentId: string }> {
      const mobile = newMobile()
      const agentId = await server.addAgent({ mobile, password: agentPassword })
      return { mobile, agentId, token: await server.signIn(mobile) }
    },

    profile: (mobile: string, token: string) => server.call('getProfile', { username: mobile }, { token }),
  }
}
