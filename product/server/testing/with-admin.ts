import { operatorAt } from './operator-at.ts'
import { agentPassword, serverOfFile } from './test-server.ts'

/** Starts a server for the tests of a file. Admin commands run on the server's database. */
export async function withAdmin() {
  const server = await serverOfFile()
  const admin = operatorAt({ databaseUrl: server.databaseUrl, now: server.clock.now })
  let lastMobile = 9_500_000_000
  const newMobile = () => String((lastMobile += 1))
  return {
    server,
    admin,
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
