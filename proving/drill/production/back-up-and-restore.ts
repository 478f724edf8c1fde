import { readdirSync } from 'node:fs'

import type { DrillAgent } from './agent.ts'
import { documented } from './documented.ts'
import type { Report } from './report.ts'
import type { SetUp } from './set-up.ts'
import type { Stage } from './first-start.ts'

/** Dumps the database while the servers run, adds more data, and checks that the restored database lacks that data. */
export async function backUpAndRestore(
  setUp: SetUp,
  report: Report,
  { agents: [agent] }: Stage,
): Promise<void> {
  for (const command of documented('back-up')) {
    report.say(command)
    await setUp.run(command)
  }
  const orders = await ordersOf(agent)
  await agent.runKyc('DBS10099')
  const file = readdirSync(setUp.checkout).find(name => /^ekyc-.*\.dump$/.test(name)) ?? ''
  let verified = ''
  for (const command of documented('restore').map(line => line.replace(/ekyc-\S+\.dump/, file))) {
    report.say(command)
    const { output } = await setUp.run(command)
    if (command.includes('audit verify')) verified = output.trim()
  }
  report.check(
    'the restored audit chain verifies',
    verified.includes('nothing is changed or missing'),
    /^Verdict.*$/m.exec(verified)?.[0],
  )

  const deadline = performance.now() + 60_000
  let restored: number | undefined
  do restored = await ordersOf(agent).catch(() => undefined)
  while (restored === undefined && performance.now() < deadline)
  report.check(
    'the servers work on the restored database, which knows what the back-up knew',
    restored === orders,
    `${orders} orders before, ${restored} restored`,
  )
}

async function ordersOf(agent: DrillAgent): Promise<number> {
  const { totalItems, response } = await agent.call('/ekyc/order/byUser', {
    username: agent.mobile,
    pageNo: 1,
  })
  if (!response.success) throw new Error(response.displayMsg)
  return totalItems
}
