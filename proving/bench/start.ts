/**
 * The bench measures the steps from a fresh clone to a ready portal: the first `npm start` (npm takes packages from its
 * cache if it has them), a start with a new database, and a start that finds everything in place.
 *
 *   npm run bench:start [-- --rounds=5]
 */
import { execFileSync, spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'

import { freePort } from '@ekyc/contract/testing/free-port'

import { Complaint } from '../../scripts/complaint.ts'
import { root } from '../../scripts/folders.ts'
import { runBench } from './measure/bench.ts'
import { figure, median } from './measure/figures.ts'
import { inRounds } from './measure/rounds.ts'

/** The seconds of each step that `npm start` prints, and `ready`, the time from the command to the portal. */
type Steps = Record<string, number>

const { values: options } = parseArgs({ options: { rounds: { type: 'string', default: '5' } } })
const rounds = Number(options.rounds)

await runBench('start', async ({ folder, report }) => {
  const clone = join(folder, 'clone')
  const began = performance.now()
  execFileSync('git', ['clone', '--quiet', '--no-hardlinks', root, clone])
  const cloned = (performance.now() - began) / 1000
  const first = await start(clone)
  console.log(`the first start: ready after ${first['ready']} s`)
  const measured = await inRounds(
    {
      'new database': () => {
        rmSync(join(clone, 'data'), { recursive: true, force: true })
        return start(clone)
      },
      'everything there': () => start(clone),
    },
    { rounds },
  )
  const steps = [
    ...new Set([first, ...Object.values(measured).flat()].flatMap(times => Object.keys(times))),
  ].toSorted((a, b) => Number(a === 'ready') - Number(b === 'ready'))
  const middle = (measuredSteps: Steps[], step: string) => {
    const all = measuredSteps.map(times => times[step]).filter(seconds => seconds !== undefined)
    return all.length > 0 ? median(all) : undefined
  }
  report({
    title: `Seconds from a clone to a portal that is ready (median of ${rounds}; the first start once)`,
    quick: rounds < 5,
    rows: [
      { step: 'git clone', 'first start': cloned },
      ...steps.map(step => ({
        step,
        'first start': first[step],
        ...Object.fromEntries(Object.entries(measured).map(([name, all]) => [name, middle(all, step)])),
      })),
    ],
    details: {
      spread: Object.fromEntries(
        Object.entries(measured).map(([name, all]) => [
          name,
          figure(all.map(times => times['ready'] ?? Number.NaN)),
        ]),
      ),
      measured: { first, ...measured },
    },
  })
})

async function start(clone: string): Promise<Steps> {
  const began = performance.now()
  const child = spawn('npm', ['start'], {
    cwd: clone,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: String(await freePort()),
      SANDBOX_PORT: String(await freePort()),
      DEVICE_PORT: 'off',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  const exited = new Promise(resolve => child.once('exit', resolve))
  const seconds: Steps = {}
  for await (const line of createInterface({ input: child.stdout })) {
    const [, step, took] = /^\s+(.+): done in ([\d.]+) s$/.exec(line) ?? []
    if (step) seconds[step] = Number(took)
    if (!line.startsWith('The portal is ready')) continue
    seconds['ready'] = Math.round((performance.now() - began) / 100) / 10
    // Ctrl-C in a terminal also sends SIGINT to the whole group.
    process.kill(-Number(child.pid), 'SIGINT')
  }
  await exited
  if (seconds['ready'] === undefined) throw new Complaint('npm start in the clone did not get ready.')
  return seconds
}
