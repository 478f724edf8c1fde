import type { Report } from '../../production/report.ts'
import type { SetUp } from '../../production/set-up.ts'
import type { Machine } from '../machines.ts'
import { askSql, findPrimary, onPage, until, untilWhole, type Stage } from '../stage.ts'

/** Installs the images of PostgreSQL's next major version on one machine after the other, and then runs pg_upgrade. */
export async function nextMajor(
  setUp: SetUp,
  report: Report,
  { two, agents: [agent] }: Stage,
): Promise<void> {
  if (!agent) throw new Error('there is no agent')
  for (const command of onPage('major-images'))
    await setUp.run(command.replace('docker build', 'docker build --network host'))
  const former = await findPrimary(two)
  const standby = two.find(machine => machine !== former) ?? former
  for (const machine of [standby, former]) {
    await machine.run(onPage('major-each'))
    await untilWhole(two)
  }
  await until('a write', () => agent.openOrder('DBS18101'))
  report.check('both machines run the old version in the new image', true, await versionOf(former))

  const primary = await findPrimary(two)
  const other = two.find(machine => machine !== primary) ?? primary
  const before = await askSql(primary, 'select count(*) from orders', 'ekyc')
  const began = performance.now()
  for (const machine of [other, primary]) await machine.run(onPage('major-stop'))
  await primary.run(onPage('major-upgrade'))
  for (const machine of [primary, other]) {
    await machine.run(
      onPage('major-settings').map(line => line.replaceAll('deploy/ha/machine.env', machine.file)),
    )
    await findPrimary([primary])
  }
  await primary.run(onPage('major-archive'))
  for (const machine of two) await machine.run(onPage('major-after'))
  await until('a write', () => agent.openOrder('DBS18102'))
  const seconds = (performance.now() - began) / 1_000
  await untilWhole(two)
  const after = await askSql(primary, 'select count(*) from orders', 'ekyc')
  report.check(
    'PostgreSQL is of the next major version, with all orders',
    Number(after) === Number(before) + 1,
    `${await versionOf(primary)}; ${before} orders, ${after} after one more; no writes for ${seconds.toFixed(0)} s`,
  )
}

async function versionOf(machine: Machine): Promise<string> {
  return `PostgreSQL ${await askSql(machine, 'show server_version')}`
}
