import { beforeEach, expect, test } from 'vitest'

import { doKyc } from '../../../testing/do-kyc.ts'
import { notMatched, verified } from '../../../testing/outside/fake-outside.ts'
import { databaseOfFile } from '../../../testing/database/test-database.ts'
import { serverOfFile, type TestServer } from '../../../testing/test-server.ts'
import type { AuthorityVerdict } from '../ports.ts'

const databaseUrl = await databaseOfFile()
const one = await serverOfFile({ databaseUrl })
const other = await serverOfFile({ databaseUrl })
setClocks('2027-05-03T04:42:10Z')
const agents = [await one.signedInAgent(), await one.signedInAgent(), await one.signedInAgent()]

beforeEach(async () => {
  await one.sql('delete from service_minutes')
  setClocks('2027-05-03T04:42:10Z')
})

function setClocks(time: string): void {
  for (const server of [one, other]) server.clock.set(new Date(time))
}

let references = 0

/** Does a KYC of the agent with the given number. The authority gives the verdict after the given seconds. */
async function kyc(server: TestServer, agent: number, verdict: AuthorityVerdict, seconds = 0): Promise<void> {
  server.outside.answer = async () => {
    server.clock.advance(seconds * 1_000)
    return verdict
  }
  const { mobile = '', token = '' } = agents[agent] ?? {}
  await doKyc(server, { mobile, token, reference: `OUT-${(references += 1)}` })
}

async function told(server = one): Promise<unknown> {
  // The second round reads the counts that both servers added in the first round.
  for (const each of [one, other, one, other]) await each.outages.share()
  const { mobile = '', token = '' } = agents[2] ?? {}
  return (await server.call('getOutages', { username: mobile }, { token }))['outages']
}

const outage = (service: string, since: string) => [{ service, since }]
const timedOut: AuthorityVerdict = { kind: 'timed-out' }
const outOfOrder: AuthorityVerdict = { ...notMatched, errorCode: '933' }

test('all servers tell an outage that several have seen, from the minute of its first failure', async () => {
  await kyc(one, 0, verified)
  setClocks('2027-05-03T04:43:20Z')
  await kyc(one, 0, timedOut)
  await kyc(other, 1, { kind: 'broken', reason: 'fake' })
  expect(await told()).toEqual([])
  setClocks('2027-05-03T04:44:30Z')
  await kyc(one, 0, outOfOrder)
  const expected = outage('authority', '2027-05-03T04:43:00.000Z')
  expect([await told(one), await told(other)]).toEqual([expected, expected])
})

test('failures of one agent alone are told to nobody', async () => {
  for (let failures = 0; failures < 4; failures += 1) await kyc(one, 0, timedOut)
  expect(await told()).toEqual([])
})

test('two agents are told apart whatever their ids are, by one server and by two', async () => {
  const fail = (server: TestServer, end: string) =>
    server.outages.watch(
      'bank',
      { agentId: `01958000-0000-7000-8000-00000000${end}` },
      async () => 'nothing',
      () => true,
    )
  for (const [server, second] of [
    [one, one],
    [one, other],
  ] as const) {
    await one.sql('delete from service_minutes')
    for (const _ of [1, 2, 3]) await fail(server, '0001')
    expect(await told()).toEqual([])
    await fail(second, '0020')
    expect(await told()).toEqual(outage('bank', '2027-05-03T04:42:00.000Z'))
  }
})

test('a customer whom the authority refuses is no failure of the authority', async () => {
  for (const agent of [0, 1, 0, 1]) await kyc(one, agent, notMatched)
  expect(await told()).toEqual([])
})

test('the outage is over in a minute in which most exchanges succeed', async () => {
  for (const agent of [0, 1, 0]) await kyc(one, agent, timedOut)
  setClocks('2027-05-03T04:43:10Z')
  await kyc(one, 0, timedOut)
  await kyc(other, 1, verified)
  await kyc(other, 0, verified)
  expect(await told()).toEqual([])
})

test('an outage is told for five minutes after its last failure', async () => {
  for (const agent of [0, 1, 0]) await kyc(one, agent, timedOut)
  setClocks('2027-05-03T04:47:59Z')
  expect(await told()).toEqual(outage('authority', '2027-05-03T04:42:00.000Z'))
  setClocks('2027-05-03T04:48:00Z')
  expect(await told()).toEqual([])
})

test('the bank is told when the reference checks of several agents fail', async () => {
  other.outside.bankIsAway = true
  for (const { mobile, token } of agents)
    await other.call('checkReference', { mobile, username: mobile, dbsRefCode: 'OUT-BANK' }, { token })
  other.outside.bankIsAway = false
  expect(await told()).toEqual(outage('bank', '2027-05-03T04:42:00.000Z'))
})

test('a clock that ran an hour ahead and was set back tells no outage of the hour, and hides none since', async () => {
  const [now, ahead] = ['2027-05-03T04:42:10Z', '2027-05-03T05:42:10Z']
  const failThrice = async () => {
    for (const agent of [0, 1, 0]) await kyc(one, agent, timedOut)
  }
  setClocks(ahead)
  await failThrice()
  expect(await told()).toHaveLength(1)
  setClocks(now)
  expect(await told()).toEqual([])

  setClocks('2027-05-03T05:44:10Z')
  await kyc(one, 0, verified)
  await told()
  setClocks(now)
  await failThrice()
  expect(await told()).toHaveLength(1)
})
