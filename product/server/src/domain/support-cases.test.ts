import { requestFields } from '@ekyc/contract/examples'
import { refusals } from '@ekyc/contract/refusals'
import { SupportCaseEvent } from '@ekyc/contract/support-case'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { runSql } from '../testing/run-sql.ts'
import { agentPassword, startTestServer, type TestServer } from '../testing/test-server.ts'
import { defaultPolicy } from './policy.ts'

const [asha, ravi] = ['9000000001', '9000000002']
const bank = { url: 'http://bank.invalid', secret: 'secret', deadlineMs: 1000 }
let server: TestServer
let without: TestServer

beforeAll(async () => {
  server = await startTestServer({ bank: { ...bank, casesUrl: 'http://bank.invalid/cases' } })
  without = await startTestServer({ bank })
  await without.addAgent({ mobile: asha, password: agentPassword })
  for (const mobile of [asha, ravi]) await server.addAgent({ mobile, password: agentPassword })
})
afterAll(() => Promise.all([server.close(), without.close()]))

const sample = (mobile: string) => requestFields('sendSupportCase', { now: server.clock.now(), mobile })

test('a case reaches the bank as it was, with the id that the agent gets, and leaves an audit row alone', async () => {
  const token = await server.signIn(asha)
  const request = sample(asha)
  const { caseId, response } = await server.call('sendSupportCase', request, { token })
  expect(response.success).toBe(true)
  const [sent] = server.outside.cases
  const event: unknown = JSON.parse(sent?.body ?? '')
  expect([...Value.Errors(SupportCaseEvent, event)]).toEqual([])
  expect(event).toMatchObject({ id: caseId, case: JSON.parse(request.case) as object })
  expect(sent?.body).not.toContain(asha)
  const rows = await runSql(
    server.open.runner,
    "select subject, outcome from audit_events where action = 'support.send'",
  )
  expect(rows).toEqual([{ subject: caseId, outcome: 'done' }])
})

test.each([
  ['no JSON', '{'],
  ['another form', '{"format":2}'],
  ['a field that no case has', undefined],
])('a document with %s is refused and not sent', async (_what, text) => {
  const token = await server.signIn(asha)
  const before = server.outside.cases.length
  const foreign = JSON.stringify({ ...(JSON.parse(sample(asha).case) as object), note: asha })
  const answer = await server.call('sendSupportCase', { username: asha, case: text ?? foreign }, { token })
  expect(answer.response).toMatchObject({ success: false, code: 'field_invalid' })
  expect(server.outside.cases).toHaveLength(before)
})

test('without a session nothing is sent', async () => {
  const before = server.outside.cases.length
  const answer = await server.call('sendSupportCase', sample(asha))
  expect(answer.response).toMatchObject({ code: 'unauthorized' })
  expect(server.outside.cases).toHaveLength(before)
})

test('a bank that is away is told, and the case can be sent again', async () => {
  const token = await server.signIn(ravi)
  server.outside.bankIsAway = true
  const away = await server.call('sendSupportCase', sample(ravi), { token })
  expect(away.response).toMatchObject({ code: 'bank_away' })
  server.outside.bankIsAway = false
  expect((await server.call('sendSupportCase', sample(ravi), { token })).response.success).toBe(true)
})

test('an agent sends so many cases an hour', async () => {
  const token = await server.signIn(ravi)
  const codes = new Set<string | undefined>()
  for (let count = 0; count < defaultPolicy.supportCasesPerHour; count += 1) {
    const { response } = await server.call('sendSupportCase', sample(ravi), { token })
    codes.add(response.success ? undefined : response.code)
  }
  expect([...codes]).toEqual([undefined, 'too_many_cases'])
})

test('a bank without an address takes none, and screens do not offer it', async () => {
  const token = await without.signIn(asha)
  const { response } = await without.call('sendSupportCase', sample(asha), { token })
  expect(response).toMatchObject({ code: 'cases_not_taken', displayMsg: refusals.cases_not_taken })
  expect((await without.app.inject('/branding.json')).json()).toMatchObject({ takesCases: false })
  expect((await server.app.inject('/branding.json')).json()).toMatchObject({ takesCases: true })
})
