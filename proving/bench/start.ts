/**
 * The bench measures the steps from a fresh clone to a ready portal: the first `npm start` with an empty cache of npm,
 * a start with a new database, and a start that finds everything in place. Then it edits a file of the server while
 * `npm run dev` runs, and measures the time until the server serves the edit.
 *
 *   npm run bench:start [-- --rounds=5]
 */
import { execFileSync, spawn } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import { freePort } from '@ekyc/contract/testing/free-port'

import { Complaint } from '../../scripts/complaint.ts'
import { root } from '../../scripts/folders.ts'
import { runBench } from './measure/bench.ts'
import { figure, median } from './measure/figures.ts'
import { inRounds } from './measure/rounds.ts'

/** The duration of each step of `npm start`, in seconds. `ready` is the time from the command to the ready portal. */
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
  const edits = figure(await editsServed(clone))
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
      { step: 'an edit beside npm run dev', 'everything there': edits.median },
    ],
    details: {
      edits,
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
  const { child, exited } = run(clone, 'start', await freePort(), await freePort())
  const seconds: Steps = {}
  for await (const line of createInterface({ input: child.stdout })) {
    const [, step, took] = /^\s+(.+): done in ([\d.]+) s$/.exec(line) ?? []
    if (step) seconds[step] = Number(took)
    if (!line.startsWith('The portal is ready')) continue
    seconds['ready'] = Math.round((performance.now() - began) / 100) / 10
    // Stops npm as Ctrl-C in a terminal does, with SIGINT to the whole process group.
    process.kill(-Number(child.pid), 'SIGINT')
  }
  await exited
  if (seconds['ready'] === undefined) throw new Complaint('npm start in the clone did not get ready.')
  return seconds
}

/** Edits a header in the server's source repeatedly. Returns the seconds until each edit but the first is served. */
async function editsServed(clone: string): Promise<number[]> {
  const port = await freePort()
  const { child, exited } = run(clone, 'run dev', port, await freePort())
  child.stdout.resume()
  const file = join(clone, 'product', 'server', 'src', 'http', 'security-headers.ts')
  const source = readFileSync(file, 'utf8')
  const served = async (policy: string) => {
    const began = performance.now()
    while (performance.now() - began < 300_000) {
      const answer = await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => undefined)
      if (answer?.ok && answer.headers.get('referrer-policy') === policy)
        return (performance.now() - began) / 1000
      await wait(10)
    }
    throw new Complaint('npm run dev does not serve an edit.')
  }
  try {
    await served('no-referrer')
    const seconds: number[] = []
    for (let edit = 0; edit <= rounds; edit += 1) {
      const policy = edit % 2 === 0 ? 'same-origin' : 'no-referrer'
      writeFileSync(file, source.replace('no-referrer', policy))
      seconds.push(await served(policy))
      await wait(1_000)
    }
    return seconds.slice(1)
  } finally {
    process.kill(-Number(child.pid), 'SIGINT')
    await exited
  }
}

/** Returns only the environment variables that npm needs, without the product's settings and the outer npm's own. */
function machineSettings(): NodeJS.ProcessEnv {
  const names = ['PATH', 'HOME', 'HTTPS_PROXY', 'NO_PROXY', 'NODE_EXTRA_CA_CERTS']
  return Object.fromEntries(names.map(name => [name, process.env[name]]))
}

function run(clone: string, script: string, port: number, sandboxPort: number) {
  const child = spawn('npm', script.split(' '), {
    cwd: clone,
    env: {
      ...machineSettings(),
      npm_config_cache: `${clone}-npm-cache`,
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      DEVICE_PORT: 'off',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  return { child, exited: new Promise(resolve => child.once('exit', resolve)) }
}
