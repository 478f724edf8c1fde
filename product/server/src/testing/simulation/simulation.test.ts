import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'

import { expect, test } from 'vitest'

import { runWorld } from './world.ts'
import type { Done, Share } from './worlds-worker.ts'

const submits = Number(process.env['SUBMITS'] ?? 50_000)
/** An ordinary run has the same worlds each time, so that it fails only for the change under test. */
const firstSeed = submits > 50_000 ? Date.now() % 1_000_000_000 : 1
const replayed = process.env['SEED']

const submitted = replayed === undefined ? `${submits} submits` : `the submits of the seed ${replayed}`

test(`[rules 2, 3, 8, 15] ${submitted} to servers that crash, lose commits and have wrong clocks break no promise`, async () => {
  expect(await (replayed === undefined ? manyWorlds() : oneWorld(Number(replayed)))).toEqual([])
})

test('a seed plays the same world again', async () => {
  const play = async (seed: number) => {
    const lines: string[] = []
    await runWorld(seed, line => lines.push(line.replaceAll(/[0-9a-f-]{32,36}/g, 'an id')))
    return lines
  }
  const first = await play(3)
  expect(first.length).toBeGreaterThan(100)
  expect(await play(3)).toEqual(first)
  expect(await play(4)).not.toEqual(first)
})

async function manyWorlds(): Promise<string[]> {
  const began = performance.now()
  const threads = availableParallelism()
  const share = { step: threads, submits: Math.ceil(submits / threads) }
  const done = await Promise.all(
    Array.from({ length: threads }, (_, thread) => runShare({ ...share, firstSeed: firstSeed + thread })),
  )
  const sum = (figure: 'worlds' | 'submits' | 'asked' | 'succeeded') =>
    done.reduce((total, one) => total + one[figure], 0)
  const seconds = (performance.now() - began) / 1_000
  process.stdout.write(
    `simulation: ${sum('submits')} submits in ${sum('worlds')} worlds from seed ${firstSeed}, ` +
      `${sum('asked')} asked, ${sum('succeeded')} verified, ${Math.round(sum('submits') / seconds)} submits/s\n`,
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
  return `${problems.slice(0, 5).join('; ')}: SEED=${seed} npm run test:long -- simulation plays this world again`
}
