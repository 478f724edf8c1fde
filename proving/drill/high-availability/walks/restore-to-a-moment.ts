import { setTimeout as sleep } from 'node:timers/promises'

import type { Report } from '../../production/report.ts'
import type { SetUp } from '../../production/set-up.ts'
import { askSql, findPrimary, onPage, until, untilWhole, type Stage } from '../stage.ts'

/** Backs up, writes an order, notes the moment, writes another order, and restores the database to that moment. */
export async function restoreToAMoment(
  _setUp: SetUp,
  report: Report,
  { two, agents: [agent] }: Stage,
): Promise<void> {
  if (!agent) throw new Error('there is no agent')
  await untilWhole(two)
  for (const machine of two) await machine.run(onPage('back-up'))
  const kept = await agent.openOrder('DBS18001')
  await sleep(2_000)
  const primary = await findPrimary(two)
  const moment = await askSql(primary, 'select now()')
  await sleep(2_000)
  const undone = await agent.openOrder('DBS18002')
  await askSql(primary, 'select pg_switch_wal()')
  await sleep(3_000)

  const began = performance.now()
  const standby = two.find(machine => machine !== primary) ?? primary
  for (const machine of two) await machine.run(onPage('restore-stop'))
  await primary.run(onPage('forget'))
  await primary.run(
    onPage('restore-first').map(line => line.replace(/RESTORE_TO='.*?'/, `RESTORE_TO='${moment}'`)),
  )
  await findPrimary([primary])
  await standby.run(onPage('restore-second'))
  await primary.run(onPage('restore-after'))
  await standby.run(onPage('restore-after'))
  await untilWhole(two)
  const ids = await askSql(await findPrimary(two), 'select id from orders', 'ekyc')
  report.check(
    'a restore brings back the moment and both machines',
    ids.includes(kept.orderId) && !ids.includes(undone.orderId),
    `${((performance.now() - began) / 1_000).toFixed(0)} s, to ${moment}`,
  )
  await until('a write', () => agent.openOrder('DBS18003'))
  report.check('agents write after it', true)
}
