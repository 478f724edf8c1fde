import { operatorAt } from './operator-at.ts'
import { serverOfFile } from './test-server.ts'

/** Starts a server for the tests of a file. Admin commands run on the server's database. */
export async function withAdmin() {
  const server = await serverOfFile()
  const admin = operatorAt({ databaseUrl: server.databaseUrl, now: server.clock.now })
  return {
    server,
    admin,

    // Each test reads the fields that it expects.
    // oxlint-disable-next-line typescript/no-explicit-any
    async json(words: string): Promise<any> {
      const run = await admin(`${words} --json`)
      return { code: run.code, ...JSON.parse(run.out) }
    },

    profile: (mobile: string, token: string) => server.call('getProfile', { username: mobile }, { token }),
  }
}
