import { setTimeout as sleep } from 'node:timers/promises'

import type { Report } from '../../production/report.ts'
import type { SetUp } from '../../production/set-up.ts'
import type { Machine } from '../machines.ts'
import { countLost, findHolder, findPrimary, untilWhole, type Stage } from '../stage.ts'
import { beginWriting } from '../writers.ts'

type Kill = { what: string; end: () => Promise<void>; mend: () => Promise<void> }

const mostSeconds = 10
const watchedMs = 25_000

/** Kills each part in turn while agents write, and counts afterwards what was acknowledged. */
export async function killEachPart(
  _setUp: SetUp,
  report: Report,
  { two, witness, agents }: Stage,
): Promise<void> {
  const writers = beginWriting(agents)
  await sleep(5_000)
  for (const chooseKill of kills(two, witness)) {
    await untilWhole(two)
    await sleep(5_000)
    const { what, end, mend } = await chooseKill()
    const at = performance.now()
    await end()
    await sleep(watchedMs)
    const gap = writers.longestGap(at)
    report.check(
      `${what}: writes again within ${mostSeconds} s`,
      gap <= mostSeconds && writers.acknowledgedSince(at) > 0,
      `${gap.toFixed(1)} s without an acknowledged write; ${writers.acknowledgedSince(at)} in ${watchedMs / 1_000} s`,
    )
    await mend()
  }
  await untilWhole(two)
  await writers.stop()
  const { lost, told } = await countLost(await findPrimary(two), writers)
  report.check('nothing acknowledged is lost', lost.length === 0, told)
  for (const [text, count] of Object.entries(writers.refusals)) report.say(`${count} × ${text}`)
}

function kills(two: [Machine, Machine], witness: Machine): (() => Promise<Kill>)[] {
  const other = (machine: Machine) => two.find(one => one !== machine) ?? machine
  const part = (what: string, choose: () => Promise<Machine>, name: string) => async () => {
    const machine = await choose()
    return { what, end: () => machine.kill(name), mend: () => machine.start(name) }
  }
  return [
    part('a member of etcd', () => Promise.resolve(witness), 'etcd'),
    async () => {
      const holder = await findHolder(two)
      return {
        what: "a server's database proxy, which the engine starts again",
        end: () => holder.crash('database-proxy'),
        mend: () => Promise.resolve(),
      }
    },
    part('a server', () => findHolder(two), 'server'),
    part('the proxy with the floating address', () => findHolder(two), 'proxy'),
    async () => {
      const primary = await findPrimary(two)
      return {
        what: "the primary's PostgreSQL, under its Patroni",
        end: async () => void (await primary.inDatabase('pkill -9 -o -x postgres')),
        mend: () => Promise.resolve(),
      }
    },
    part("the primary's Patroni and PostgreSQL", () => findPrimary(two), 'database'),
    part("the standby's Patroni and PostgreSQL", async () => other(await findPrimary(two)), 'database'),
    ...[
      ['the machine of the primary', (primary: Machine) => primary],
      ['the machine of the standby', other],
    ].map(([what, choose]) => async () => {
      const machine = (choose as (primary: Machine) => Machine)(await findPrimary(two))
      const holds =
        (await findHolder(two)) === machine ? 'and of the floating address' : 'without the floating address'
      return { what: `${what as string}, ${holds}`, end: machine.lose, mend: machine.comeBack }
    }),
  ]
}
