import { setTimeout as sleep } from 'node:timers/promises'

import type { Report } from '../../production/report.ts'
import type { SetUp } from '../../production/set-up.ts'
import { askSql, countLost, countStandbys, findPrimary, onPage, until, type Stage } from '../stage.ts'
import { beginWriting } from '../writers.ts'

const writtenMs = 30_000
const mostSecondsLost = 5

/** Ends the whole first site under load. Measures the lost writes, and the time until the second site takes over. */
export async function secondSite(setUp: SetUp, report: Report, stage: Stage): Promise<void> {
  const { two, witness, far, agents } = stage
  const primaryBefore = await findPrimary(two)
  const version = await askSql(primaryBefore, 'show server_version')
  await setUp.run(`echo POSTGRES_MAJOR=${parseInt(version, 10)} >>${far.file}`)
  for (const name of ['etcd', 'database']) await far.run(onPage(name))
  await until('the second site', async () => (await countStandbys(primaryBefore)) === 2)
  const writers = beginWriting(agents, 4_000)
  await sleep(writtenMs)
  const lostAt = performance.now()
  await Promise.all([...two, witness].map(machine => machine.lose()))
  const acknowledgedUntil = writers.acknowledgedUntil()
  const stopped = writers.stop()

  await far.run(onPage('take-over'))
  const primary = await findPrimary([far])
  const { agents: atFar, callers } = await stage.seat(far.address)
  stage.callers.push(...callers)
  const [agent] = atFar
  if (!agent) throw new Error('there is no agent')
  await until('a log-in', async () => (await agent.logIn(), true))
  await until('a write', () => agent.openOrder('DBS19001'))
  const seconds = (performance.now() - lostAt) / 1_000
  report.check(
    'the second site takes over, and agents write there',
    true,
    `RTO ${seconds.toFixed(0)} s by the page's commands`,
  )
  await stopped
  const { lost, told } = await countLost(primary, writers)
  const oldest = Math.min(...lost.map(id => writers.timeOf(id) ?? lostAt))
  const rpo = lost.length === 0 ? 0 : (acknowledgedUntil - oldest) / 1_000
  report.check(
    `it lacks ${mostSecondsLost} s of acknowledged writes at most`,
    rpo <= mostSecondsLost,
    `RPO ${rpo.toFixed(2)} s; ${told}`,
  )

  for (const machine of [...two, witness]) await machine.comeBack('etcd')
  await witness.run(onPage('forget'))
  for (const machine of two)
    await machine.run(
      onPage('follow').map(line =>
        line.replaceAll('deploy/ha/machine.env', machine.file).replace(/10\.1\.0\.\d/g, far.address),
      ),
    )
  await until('the first site', async () => (await countStandbys(primary)) === 1)
  report.check('the first site comes back, and follows the second', true)
}
