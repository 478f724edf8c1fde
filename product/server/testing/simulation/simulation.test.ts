import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'

import { expect, test, vi } from 'vitest'

import { runWorld } from './world.ts'
import type { Done, Share } from './worlds-worker.ts'

/** SUBMITS plays so many submits. Without it 12 worlds are played. The known wrong changes are found by the world 84. */
const { SUBMITS, SEED } = process.env
const most: { worlds?: number; submits?: number } =
  SUBMITS === undefined ? { worlds: 12 } : { submits: Number(SUBMITS) }
if (SUBMITS !== undefined) vi.setConfig({ testTimeout: 3_600_000 })
/** SEED without SUBMITS plays one world again, with its log. */
const replayed = SUBMITS === undefined ? SEED : undefined
const firstSeed = Number(SEED ?? 1)

const submitted =
  replayed === undefined ? `${SUBMITS ?? 'many'} submits` : `the submits of the seed ${replayed}`

test(`[rules 2, 3, 8, 15] ${submitted} to servers that crash, lose commits and have wrong clocks break no promise`, async () => {
  expect(await (replayed === undefined ? manyWorlds() : oneWorld(Number(replayed)))).toEqual([])
})

async function manyWorlds(): Promise<string[]> {
  const threads = availableParallelism()
  const shareOf = (all = Infinity) => Math.ceil(all / threads)
  const share = { step: threads, submits: shareOf(most.submits), worlds: shareOf(most.worlds) }
  const done = await Promise.all(
    Array.from({ length: threads }, (_, thread) => runShare({ ...share, firstSeed: firstSeed + thread })),
  )
  const sum = (figure: 'worlds' | 'submits' | 'asked' | 'succeeded') =>
    done.reduce((total, one) => total + one[figure], 0)
  process.stdout.write(
    `simulation: ${sum('submits')} submits in ${sum('worlds')} worlds from seed ${firstSeed}, ` +
      `${sum('asked')} asked, ${sum('succeeded')} verified\n`,
  )
  const broken = done.flatMap(({ failed }) => (failed ? [reportOf(failed)] : []))
  const reaches = sum('asked') > sum('submits') / 4 && sum('succeeded') > sum('submits') / 10
  return reaches || broken.length > 0 ? broken : ['too few submits reach the authority and a success']
}

async function oneWorld(seed: number): Promise<string[]> {
  const { problems } = await runWorld(seed, line => process.stdout.write(`${line}\n`))
  return problems
}

async function runShare(share: Share): Promise<Done> {
  const worker = new Worker(new URL('worlds-worker.ts', import.meta.url), {
    workerData: share,
    env: {},
    resourceLimits: { maxYoungGenerationSizeMb: 64 },
  })
  const [done] = (await once(worker, 'message')) as [Done]
  await worker.terminate()
  return done
}

function reportOf({ seed, problems }: NonNullable<Done['failed']>): string {
  return `${problems.slice(0, 5).join('; ')}: SEED=${seed} npx vitest run testing/simulation plays this world again`
}
