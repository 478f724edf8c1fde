import { readdirSync } from 'node:fs'

import { documented } from '../documented.mjs'

/** Dumps the database beside running servers, adds more data, and checks that the restored database lacks it. */
export async function backUpAndRestore(setUp, report, { agents }) {
  const [agent] = agents
  for (const command of documented('back-up')) {
    report.say(command)
    await setUp.run(command)
  }
  const orders = await ordersOf(agent)
  await agent.runKyc('DBS10099')
  const file = readdirSync(setUp.checkout).find(name => /^ekyc-.*\.dump$/.test(name))
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
  let restored
  do restored = await ordersOf(agent).catch(() => undefined)
  while (restored === undefined && performance.now() < deadline)
  report.check(
    'the servers work on the restored database, which knows what the back-up knew',
    restored === orders,
    `${orders} orders before, ${restored} restored`,
  )
}

async function ordersOf(agent) {
  const { totalItems, response } = await agent.call('/ekyc/order/byUser', {
    username: agent.mobile,
    pageNo: 1,
  })
  if (!response.success) throw new Error(response.displayMsg)
  return totalItems
}
