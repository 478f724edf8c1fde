import { setTimeout as sleep } from 'node:timers/promises'

import type { Report } from '../../production/report.ts'
import type { SetUp } from '../../production/set-up.ts'
import type { Machine } from '../machines.ts'
import { countLost, findHolder, findPrimary, onPage, untilWhole, type Stage } from '../stage.ts'
import { beginWriting } from '../writers.ts'

type Place = 'witness' | 'holder' | 'primary' | 'standby'
/** The drill kills `part` and later starts it, or calls `end` and later `mend`, if the machine needs a repair. */
type Kill = {
  what: string
  on: Place
  part?: string
  end?: (machine: Machine) => Promise<unknown>
  mend?: (machine: Machine) => Promise<unknown>
}

const mostSeconds = 10
const watchedMs = 25_000
const postmaster = '/var/lib/postgresql/ekyc/*/postmaster.pid'

const kills: Kill[] = [
  { what: 'the member of etcd that leads', on: 'witness', part: 'etcd' },
  { what: 'a database proxy', on: 'holder', end: machine => machine.crash('database-proxy') },
  { what: 'a server', on: 'holder', part: 'server' },
  { what: 'the proxy with the floating address', on: 'holder', part: 'proxy' },
  {
    what: "the primary's PostgreSQL alone",
    on: 'primary',
    end: machine => machine.inDatabase(`sh -c 'kill -9 $(head -n 1 ${postmaster})'`),
  },
  { what: "the primary's Patroni and PostgreSQL", on: 'primary', part: 'database' },
  { what: "the standby's Patroni and PostgreSQL", on: 'standby', part: 'database' },
  { what: 'a planned switch', on: 'primary', end: machine => machine.run(onPage('switch')) },
  {
    what: 'the machine of primary and floating address',
    on: 'holder',
    end: machine => machine.lose(),
    mend: machine => machine.comeBack(),
  },
  {
    what: 'the machine of the standby',
    on: 'standby',
    end: machine => machine.lose(),
    mend: machine => machine.comeBack(),
  },
]

/** Kills each part in turn while agents write, and afterwards counts the acknowledged writes that are lost. */
export async function killEachPart(
  _setUp: SetUp,
  report: Report,
  { two, witness, agents }: Stage,
): Promise<void> {
  const writers = beginWriting(agents)
  await sleep(5_000)
  for (const { what, on, part = '', end, mend } of kills) {
    await untilWhole(two)
    await sleep(10_000)
    const primary = await findPrimary(two)
    const standby = two.find(machine => machine !== primary) ?? primary
    const machine = { witness, primary, standby, holder: await findHolder(two) }[on]
    if (what.includes('primary and') && machine !== primary) {
      await primary.run(onPage('switch'))
      await untilWhole(two)
      await sleep(10_000)
    }
    const at = performance.now()
    await (end ? end(machine) : machine.kill(part))
    await sleep(watchedMs)
    const gap = writers.longestGap(at)
    report.check(
      `${what}: writes again within ${mostSeconds} s`,
      gap <= mostSeconds && writers.acknowledgedSince(at) > 0,
      `${gap.toFixed(1)} s without an acknowledged write; ${writers.acknowledgedSince(at)} in ${watchedMs / 1_000} s`,
    )
    await (part ? machine.start(part) : mend?.(machine))
  }
  await untilWhole(two)
  await writers.stop()
  const { lost, told } = await countLost(await findPrimary(two), writers)
  report.check('nothing acknowledged is lost', lost.length === 0, told)
  for (const [text, count] of Object.entries(writers.refusals)) report.say(`${count} × ${text}`)
}
