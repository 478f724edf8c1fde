import { indiaDate } from '@ekyc/contract/india-time'
import { expect, test } from 'vitest'

import { updateAgentStandings } from '../../database/agents/agent-index.ts'
import { dayMs } from '../../domain/clocks.ts'
import { serverOfFile } from '../../../testing/test-server.ts'

const server = await serverOfFile()

test('the housekeeping indexes agents that others have added, and finds their last orders each night', async () => {
  const at = server.clock.now()
  const { id: agentId } = await server.newAgent()
  await server.sql(`update agents set name = 'Kavita  Naik-Rao' where id = $1`, [agentId])
  const day = (before: number) => indiaDate(new Date(at.getTime() - before * dayMs))
  const count = (before: number) =>
    server.insertRows('daily_counts', [{ agentId, day: day(before), kycSuccess: 3, kycFailure: 1 }])
  const standing = (isNight: boolean) =>
    updateAgentStandings(server.open.runner, at, isNight).then(() =>
      server.sql(`select last_order_on::text as day from agent_standing where agent_id = $1`, [agentId]),
    )
  await count(300)
  expect(await standing(false)).toEqual([{ day: day(300) }])
  const words = await server.sql(`select word from agent_words where agent_id = $1 order by 1`, [agentId])
  expect(words.map(({ word }) => word)).toEqual(['kavita', 'naik', 'rao'])

  // The standing leaves out today's orders, because the list looks for them when it is read.
  for (const before of [0, 2, 30, 31]) await count(before)
  expect(await standing(false)).toEqual([{ day: day(300) }])
  expect(await standing(true)).toEqual([{ day: day(2) }])
})
