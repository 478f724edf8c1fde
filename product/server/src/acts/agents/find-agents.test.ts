import { expect, test } from 'vitest'

import { updateAgentStandings } from '../../database/agents/agent-index.ts'
import { runSql } from '../../../testing/database/run-sql.ts'
import { serverOfFile } from '../../../testing/test-server.ts'

const server = await serverOfFile()

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
  await updateAgentStandings(runner, at, false)
  expect(await standing()).toEqual({ days: 300 })
  const words = await runSql(runner, `select word from agent_words where agent_id = $1 order by 1`, [
    added?.id,
  ])
  expect(words.map(({ word }) => word)).toEqual(['kavita', 'naik', 'rao'])

  // The standing leaves out today's orders, because the list looks for them when it is read.
  for (const days of [0, 2, 30, 31]) await count(days)
  await updateAgentStandings(runner, at, false)
  expect(await standing()).toMatchObject({ days: 300 })
  await updateAgentStandings(runner, at, true)
  expect(await standing()).toEqual({ days: 2 })
})
