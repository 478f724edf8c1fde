import { beforeEach, expect, test } from 'vitest'

import { collectingLog } from '../../../testing/collecting-log.ts'
import { idNamed } from '../../../testing/fixed/id-named.ts'
import { serverOfFile } from '../../../testing/test-server.ts'

const logged = collectingLog()
const server = await serverOfFile({}, { log: logged.log })

let mobile: string
let agentId: string
let token: string
beforeEach(async () => {
  ;({ mobile, id: agentId, token } = await server.signedInAgent())
})

const rowsOf = (action: string) => server.auditRows({ action })

test('a call that is denied leaves an audit row that names the agent', async () => {
  const requestId = idNamed('denied')
  const answer = await server.call('getProfile', { username: '9000000002' }, { token, header: { requestId } })
  expect(answer.status).toBe(403)
  expect(await rowsOf('access.deny')).toMatchObject([
    {
      actorKind: 'agent',
      agentId,
      actor: mobile,
      subject: 'getProfile',
      outcome: 'not_yours',
      address: '127.0.0.1',
      requestId,
    },
  ])
})

test('a denial before the body is read leaves its row, too', async () => {
  const answer = await server.call('getProfile', { username: mobile }, { token, headers: { role: 'ADMIN' } })
  expect(answer.status).toBe(403)
  const ofAgent = (await rowsOf('access.deny')).filter(row => row.agentId === agentId)
  expect(ofAgent).toHaveLength(1)
})

test('denials of an agent are one row an hour for each kind, however many', async () => {
  const ofAgent = async () => (await rowsOf('access.deny')).filter(row => row.agentId === agentId)
  const deny = () => server.call('getProfile', { username: '9000000002' }, { token })
  await Promise.all(Array.from({ length: 40 }, deny))
  expect((await deny()).status).toBe(403)
  expect(await ofAgent()).toHaveLength(1)

  server.clock.advance(3_600_000)
  await deny()
  expect(await ofAgent()).toHaveLength(2)
})

test('throttles of an address are one row a burst, with the phone masked', async () => {
  const address = '198.51.100.7'
  const burst = async () => {
    await server.call('checkUser', { username: '9811111111' }, { address })
    const statuses: number[] = []
    for (let tries = 0; tries < 9; tries += 1)
      statuses.push((await server.logIn('9811111111', 'Wrong@2026', { address })).status)
    return statuses.filter(status => status === 429).length
  }
  expect(await burst()).toBeGreaterThan(1)
  const row = {
    actorKind: 'stranger',
    actor: 'XXXXXX1111',
    subject: 'login',
    outcome: 'too_many_wrong_passwords',
    address,
  }
  expect(await rowsOf('access.throttle')).toMatchObject([row])

  server.clock.advance(3_600_000)
  expect(await burst()).toBeGreaterThan(1)
  expect(await rowsOf('access.throttle')).toMatchObject([row, row])
})

test('a log-out leaves its row in the transaction that ends the session', async () => {
  await server.call('logout', {}, { token })
  expect(await rowsOf('session.end')).toMatchObject([{ agentId, actor: mobile, outcome: 'done' }])
})

test('every log line of a signed-in call and of a denial names the agent by id, and by nothing else', async () => {
  await server.call(
    'getProfile',
    { username: mobile },
    { token, header: { requestId: idNamed('signed-in') } },
  )
  await server.call('getProfile', { username: '9' }, { token, header: { requestId: idNamed('foreign') } })
  await server.call('checkReference', { mobile, username: mobile, dbsRefCode: 'DBS10001' }, { token })

  const named = (...calls: string[]) => logged.lines().filter(({ call }) => calls.includes(String(call)))
  await expect.poll(() => named('checkReference')).not.toEqual([])
  await expect.poll(() => named('getProfile').map(({ requestId }) => requestId)).toContain(idNamed('foreign'))
  const lines = named('getProfile', 'checkReference')
  expect(lines.every(line => typeof line['agentId'] === 'string')).toBe(true)
  expect(lines.filter(line => line['agentId'] === agentId)).toHaveLength(3)
  expect(logged.text()).not.toContain(mobile)
})

test('a record that cannot be written changes no answer', async () => {
  await server.sql(
    `alter table audit_events add constraint no_room check (action <> 'access.deny') not valid`,
  )
  expect((await server.call('getProfile', { username: '9000000002' }, { token })).status).toBe(403)
  await server.sql('alter table audit_events drop constraint no_room')
})
