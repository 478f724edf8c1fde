import { afterAll, beforeAll, expect, test } from 'vitest'

import { keepAgentStandings } from '../../database/agents/agent-standing.ts'
import type { Runner } from '../../database/link/runner.ts'
import { defaultPolicy } from '../../domain/policy.ts'
import type { SecretBoxKeys } from '../../domain/secret-box.ts'
import { outboxKey, testSeals } from '../../../testing/operator-at.ts'
import { runSql } from '../../../testing/database/run-sql.ts'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'
import { createAudited } from '../act.ts'
import { findAgents } from './find-agents.ts'
import { lookAtAgent, lookAtSessions, lookAtTrail, showMobile } from './show-agent.ts'
import { createPerform, type Perform } from '../perform.ts'
import { search } from '../staff/search.ts'

let server: TestServer
let agent: string
beforeAll(async () => {
  server = await startTestServer()
  const [row] = await runSql<{ id: string }>(
    server.open.runner,
    `insert into agents (id, mobile, name, email, address_line1, address_line2, created_on)
     values (gen_random_uuid(), '9400000001', 'Asha Verma', '', '', '', now()) returning id`,
  )
  agent = row?.id ?? ''
})
afterAll(() => server.close())

const page = { sort: 'name', direction: 'up', limit: 50 } as const

/** Each number includes the statements that every act sends for the audit row. */
test.each<[view: string, statements: number, look: (perform: Perform['perform']) => Promise<unknown>]>([
  ['the list', 6, perform => perform(findAgents, page)],
  ['the list of those who wait', 7, perform => perform(findAgents, { ...page, status: 'locked' })],
  ['the list by a text', 10, perform => perform(findAgents, { ...page, q: 'asha verma' })],
  ['an agent', 10, perform => perform(lookAtAgent, { agent })],
  ["an agent's sessions", 3, perform => perform(lookAtSessions, { agent })],
  ["an agent's trail", 3, perform => perform(lookAtTrail, { agent, looks: true, limit: 50 })],
  ['a mobile', 4, perform => perform(showMobile, { agent, reason: 'a call' })],
  // The search sets a time limit for each kind of result, which takes two statements.
  ['a search for words', 12, perform => perform(search, { text: 'asha verma', digest: '0'.repeat(16) })],
  ['a search for a mobile', 4, perform => perform(search, { text: '9400000001', digest: '0'.repeat(16) })],
])('%s asks %i statements, however many agents there are', async (_view, statements, look) => {
  let sent = 0
  const counting = (runner: Runner): Runner => ({
    ...runner,
    run(statement) {
      sent += 1
      return runner.run(statement)
    },
    inTransaction: work => runner.inTransaction(inner => work(counting(inner))),
  })
  const maker = { kind: 'staff', id: agent, name: 'Neha', roles: ['security'] } as const
  const audited = createAudited({
    runner: counting(server.open.runner),
    seals: testSeals,
    maker,
    now: server.clock.now,
  })
  const means = {
    seals: testSeals,
    policy: () => defaultPolicy,
    outboxKeys: (): SecretBoxKeys => [outboxKey],
    progress: () => {},
  }
  await look(createPerform({ audited, maker, means, fourEyes: true }).perform)
  expect(sent).toBe(statements)
})

test('the housekeeping indexes agents that others have added, and finds their last orders each night', async () => {
  const { runner } = server.open
  const [added] = await runSql<{ id: string }>(
    runner,
    `insert into agents (id, mobile, name, email, address_line1, address_line2, created_on)
     values (gen_random_uuid(), '9411111111', 'Kavita  Naik-Rao', '', '', '', now()) returning id`,
  )
  const at = server.clock.now()
  const count = (days: number) =>
    runSql(
      runner,
      `insert into daily_counts (agent_id, day, kyc_success, kyc_failure)
       values ($1, ($2::timestamptz at time zone 'Asia/Kolkata')::date - $3::integer, 3, 1)`,
      [added?.id, at, days],
    )
  const standing = async () =>
    (
      await runSql(
        runner,
        `select ($2::timestamptz at time zone 'Asia/Kolkata')::date - last_order_on as days
         from agent_standing where agent_id = $1`,
        [added?.id, at],
      )
    )[0]
  await count(300)
  await keepAgentStandings(runner, at, false)
  expect(await standing()).toEqual({ days: 300 })
  const words = await runSql(runner, `select word from agent_words where agent_id = $1 order by 1`, [
    added?.id,
  ])
  expect(words.map(({ word }) => word)).toEqual(['kavita', 'naik', 'rao'])

  // The standing leaves out today's orders, because the list looks for them when it is read.
  for (const days of [0, 2, 30, 31]) await count(days)
  await keepAgentStandings(runner, at, false)
  expect(await standing()).toMatchObject({ days: 300 })
  await keepAgentStandings(runner, at, true)
  expect(await standing()).toEqual({ days: 2 })
})
