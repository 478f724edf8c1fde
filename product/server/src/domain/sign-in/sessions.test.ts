import { sessionLifeMs } from '@ekyc/contract/limits'
import { expect, test } from 'vitest'

import { agentPassword, serverOfFile, serverOfTest } from '../../../testing/test-server.ts'

const server = await serverOfFile()
const second = await serverOfFile({ databaseUrl: server.databaseUrl })

const { newAgent } = server

const sessionsOf = async (mobile: string, token: string) =>
  (await server.call('getSecurity', { username: mobile }, { token }))['sessions'] as {
    id: string
    isCurrent: boolean
    lastSeenOn: string
  }[]

const statusOf = async (mobile: string, token: string, from = server) =>
  (await from.call('getProfile', { username: mobile }, { token })).status

async function endsOf(agentId: string): Promise<string[]> {
  return (await server.auditRows({ agentId, action: 'session.end' })).map(({ subject }) => subject)
}

test('[K10] an agent sees the own sessions: device in plain words, begun, last seen, and which one asks', async () => {
  const { mobile } = await newAgent()
  const openedOn = server.clock.now().toISOString()
  const first = await server.signIn(mobile, agentPassword, { os: 'WINDOWS', browser: 'Chrome' })
  server.clock.advance(61_000)
  await server.signIn(mobile)
  expect(await sessionsOf(mobile, first)).toEqual([
    {
      id: expect.stringMatching(/^[0-9a-f]{12}$/),
      browser: 'Chrome',
      os: 'Windows',
      openedOn,
      lastSeenOn: server.clock.now().toISOString(),
      isCurrent: true,
    },
    expect.objectContaining({ browser: '', os: '', isCurrent: false }),
  ])
})

test('[K10] a session is ended from another on every server at once, with an audit row', async () => {
  const { mobile, id } = await newAgent()
  const [own, other] = [await server.signIn(mobile), await server.signIn(mobile)]
  const target = (await sessionsOf(mobile, own)).find(({ isCurrent }) => !isCurrent)?.id
  expect(await statusOf(mobile, other, second)).toBe(200)
  const answer = await server.call('endSession', { username: mobile, id: target }, { token: own })
  expect(answer.response.success).toBe(true)
  expect([await statusOf(mobile, other, second), await statusOf(mobile, own, second)]).toEqual([401, 200])
  expect(await endsOf(id)).toEqual([`session ${target}`])
})

test("[K10] the id of another agent's session answers like an unknown one, and ends nothing", async () => {
  const [agent, victim] = [await newAgent(), await newAgent()]
  const [token, theirs] = [await server.signIn(agent.mobile), await server.signIn(victim.mobile)]
  const [foreign] = await sessionsOf(victim.mobile, theirs)
  const end = async (id: string | undefined) => {
    const { status, response } = await server.call('endSession', { username: agent.mobile, id }, { token })
    return { status, response }
  }
  expect(await end(foreign?.id)).toEqual(await end('000000000000'))
  expect(await statusOf(victim.mobile, theirs)).toBe(200)
  expect(await endsOf(agent.id)).toEqual([])
})

test('[K10] all other sessions end at once, and this one goes on', async () => {
  const { mobile, id } = await newAgent()
  const others = [await server.signIn(mobile), await server.signIn(mobile)]
  const own = await server.signIn(mobile)
  const answer = await server.call('endOtherSessions', { username: mobile }, { token: own })
  expect(answer['ended']).toBe(2)
  for (const token of others) expect(await statusOf(mobile, token, second)).toBe(401)
  expect(await statusOf(mobile, own)).toBe(200)
  expect(await endsOf(id)).toEqual(['2 other sessions'])
})

test.each([
  ['a line of advertising', { browser: 'Call 1800 123: your account', os: '<b>' }],
  ['no text', { browser: 7, os: null }],
  ['a long text', { browser: 'x'.repeat(33), os: ' ' }],
  ['control characters', { browser: 'Chrome\u0000', os: 'Lin\nux' }],
])('a device that gives %s as browser and system has none', async (_what, device) => {
  const { mobile } = await newAgent()
  const token = await server.signIn(mobile, agentPassword, device)
  expect(await sessionsOf(mobile, token)).toMatchObject([{ browser: '', os: '' }])
})

test('the last use of a session is written once a minute at most, and a call in between costs no statement more', async () => {
  const { mobile, token } = await server.signedInAgent()
  const writes = async () => {
    const before = await lastSeen()
    await statusOf(mobile, token)
    return (await lastSeen()) - before
  }
  const lastSeen = async () => {
    const rows = await server.sql(
      'select last_seen_on from sessions s join agents a on a.id = s.agent_id where mobile = $1',
      [mobile],
    )
    return new Date(String(rows[0]?.['last_seen_on'])).getTime()
  }
  const written = []
  for (let calls = 0; calls < 7; calls += 1) {
    server.clock.advance(20_000)
    written.push(await writes())
  }
  expect(written).toEqual([0, 0, 0, 80_000, 0, 0, 0])
})

test('[SES-1] [rule 10] a session lives 600,000,000 ms and not one more', async () => {
  const { mobile, token } = await server.signedInAgent()
  server.clock.advance(sessionLifeMs - 1)
  expect(await statusOf(mobile, token)).toBe(200)
  server.clock.advance(1)
  expect(await statusOf(mobile, token)).toBe(401)
})

test('the sixth session of an agent ends the oldest', async () => {
  const { mobile } = await server.newAgent()
  const tokens: string[] = []
  for (let session = 0; session < 6; session += 1) {
    tokens.push(await server.signIn(mobile))
    server.clock.advance(1_000)
  }
  const statuses = await Promise.all(tokens.map(token => statusOf(mobile, token)))
  expect(statuses).toEqual([401, 200, 200, 200, 200, 200])
})

test('[rule 10] with an idle limit, a session that nobody used for so long is over; a used one is not', async () => {
  const strict = await serverOfTest({
    databaseUrl: server.databaseUrl,
    sessionIdleLimitMs: 1_800_000,
  })
  const { mobile } = await server.newAgent()
  strict.clock.set(server.clock.now())
  const [used, idle] = [await strict.signIn(mobile), await strict.signIn(mobile)]
  for (let minutes = 0; minutes < 60; minutes += 20) {
    strict.clock.advance(20 * 60_000)
    expect(await statusOf(mobile, used, strict)).toBe(200)
  }
  expect(await statusOf(mobile, idle, strict)).toBe(401)
})
