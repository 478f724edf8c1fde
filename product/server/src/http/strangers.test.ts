import { randomBytes } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { runSql } from '../../testing/database/run-sql.ts'
import { serverOfFile, type TestAnswer } from '../../testing/test-server.ts'

const server = await serverOfFile()
const agents: Awaited<ReturnType<typeof server.signedInAgent>>[] = []
for (let agent = 0; agent < 10; agent += 1) agents.push(await server.signedInAgent())

const wrongPassword = (mobile: string) => server.encrypted('Wrong@2026', mobile)

describe('[rule 22] while 150 public calls are open', () => {
  const unknown = '9339999999'
  const handle = { otpRefId: 'x'.repeat(22), otp: '123456' }
  const strangers: [what: string, call: (n: number) => Promise<TestAnswer>][] = [
    ['resets of one phone', () => server.call('resetPassword', { username: unknown })],
    [
      'guesses of many addresses',
      n =>
        server.call(
          'setPassword',
          { username: unknown, otpDetails: handle, newPassword: wrongPassword(unknown) },
          from(n),
        ),
    ],
  ]

  test.each(strangers)('%s, no call of a signed-in agent is turned away', async (_what, call) => {
    const answered: Record<string, number> = {}
    const stop = new AbortController()
    const open = Array.from({ length: 150 }, async (_, n) => {
      while (!stop.signal.aborted) {
        const { status, response } = await call(n)
        const outcome = `${status} ${response.code ?? ''}`
        answered[outcome] = (answered[outcome] ?? 0) + 1
      }
    })

    const lists = agents.map(async ({ mobile, token }) => {
      const statuses = []
      for (let page = 1; page <= 5; page += 1)
        statuses.push((await server.call('listOrders', { username: mobile, pageNo: 1 }, { token })).status)
      return statuses
    })
    const statuses = (await Promise.all(lists)).flat()
    stop.abort()
    await Promise.all(open)

    expect(statuses).toEqual(Array.from({ length: 50 }, () => 200))
    expect(Object.keys(answered)).toContain('429 too_many_at_once')
    expect(Object.keys(answered).filter(outcome => outcome.startsWith('5'))).toEqual([])
  })

  test('[rule 17] all of it is one audit row', async () => {
    expect(await server.auditRows({ action: 'access.throttle', outcome: 'too_many_at_once' })).toHaveLength(1)
  })

  test('a made-up token is refused without the database', async () => {
    await server.open.runner.inTransaction(async transaction => {
      await runSql(transaction, 'lock table sessions')
      const token = randomBytes(32).toString('base64url')
      const { status } = await server.call('getProfile', { username: agents[0]?.mobile }, { token })
      expect(status).toBe(401)
    })
  })

  const from = (n: number) => ({ address: `198.51.${Math.floor(n / 200)}.${(n % 200) + 1}` })
})
