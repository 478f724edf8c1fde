import { afterAll, expect, test } from 'vitest'

import { doKyc } from '../testing/do-kyc.ts'
import { notMatched, verified } from '../testing/played-outside.ts'
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

const refused = (errorCode: string): Verdict => ({ ...notMatched, errorCode })

test('the score counts the results of this India month, the most frequent reason first', async () => {
  // 23:59 and 00:00 in India, on 30 April and 1 May.
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

  expect(await server.call('getScore', { username: agent.mobile }, { token: agent.token })).toMatchObject({
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

test('a month without orders has no score', async () => {
  const { mobile, token } = await newAgent('9670000003')
  expect(await server.call('getScore', { username: mobile }, { token })).toMatchObject({
    success: 0,
    failure: 0,
    reasons: [],
  })
})
