import { afterAll, expect, test } from 'vitest'

import { doKyc } from '../testing/do-kyc.ts'
import { notMatched, verified } from '../testing/fake-outside.ts'
import { runSql } from '../testing/run-sql.ts'
import { agentPassword, startTestServer } from '../testing/test-server.ts'
import type { Verdict } from './ports.ts'

const server = await startTestServer()
afterAll(() => server.close())

async function newAgent(mobile: string): Promise<{ mobile: string; token: string }> {
  await server.addAgent({ mobile, password: agentPassword })
  return { mobile, token: await server.signIn(mobile) }
}

let references = 0

async function kyc(agent: { mobile: string; token: string }, verdict: Verdict): Promise<void> {
  const reference = `SCORE-${(references += 1)}`
  server.outside.references.set(reference, 'allowed')
  server.outside.answer = async () => verdict
  await doKyc(server, { ...agent, reference })
}

function scoreOf({ mobile, token }: { mobile: string; token: string }) {
  return server.call('getScore', { username: mobile }, { token })
}

const refused = (errorCode: string): Verdict => ({ ...notMatched, errorCode })

test('the score counts the results of this India month, the most frequent reason first', async () => {
  // In India, the clock is first at 23:59 on 30 April, and then at 00:00 on 1 May.
  server.clock.set(new Date('2027-04-30T18:29:00Z'))
  const agent = await newAgent('9670000001')
  await kyc(agent, refused('330'))
  server.clock.set(new Date('2027-04-30T18:30:00Z'))
  for (const verdict of [
    verified,
    verified,
    refused('528'),
    { kind: 'timed-out' } as const,
    refused('300'),
    refused('300'),
    refused('300'),
    refused('559'),
  ])
    await kyc(agent, verdict)
  await kyc(await newAgent('9670000002'), refused('811'))

  expect(await scoreOf(agent)).toMatchObject({
    month: '2027-05',
    success: 2,
    failure: 6,
    reasons: [
      { code: 'fingerprint_not_matched', count: 3 },
      { code: 'device_key_expired', count: 2 },
      { code: 'authority_timeout', count: 1 },
    ],
  })
})

const twoReasons = [
  { code: 'fingerprint_not_matched', count: 2 },
  { code: 'device_key_expired', count: 1 },
]

test('the score adds up the counts of days, and reads no order', async () => {
  const agent = await newAgent('9670000004')
  for (const verdict of [refused('300'), verified, refused('528'), refused('300')]) await kyc(agent, verdict)
  await runSql(
    server.open.runner,
    'delete from orders where agent_id = (select id from agents where mobile = $1)',
    [agent.mobile],
  )
  expect(await scoreOf(agent)).toMatchObject({ success: 1, failure: 3, reasons: twoReasons })
})

test('failures that a previous version has counted without their reason are found in the orders', async () => {
  const agent = await newAgent('9670000005')
  for (const verdict of [refused('300'), refused('528')]) await kyc(agent, verdict)
  await runSql(
    server.open.runner,
    'update daily_counts set reasons = null where agent_id = (select id from agents where mobile = $1)',
    [agent.mobile],
  )
  await kyc(agent, refused('300'))
  expect(await scoreOf(agent)).toMatchObject({ success: 0, failure: 3, reasons: twoReasons })
})

test('a month without orders has no score', async () => {
  expect(await scoreOf(await newAgent('9670000003'))).toMatchObject({
    success: 0,
    failure: 0,
    reasons: [],
  })
})
