import { expect, onTestFinished, test, vi } from 'vitest'

import { runWorld } from './world.ts'

/** SUBMITS plays so many submits. Without it 12 worlds are played. The known wrong changes are found by the world 84. */
const { SUBMITS, SEED } = process.env
const most =
  SUBMITS === undefined ? { worlds: 12, submits: Infinity } : { worlds: Infinity, submits: Number(SUBMITS) }
if (SUBMITS !== undefined) vi.setConfig({ testTimeout: 3_600_000 })
/** SEED without SUBMITS plays one world again, with its log. */
const replayed = SUBMITS === undefined ? SEED : undefined

const submitted =
  replayed === undefined ? `${SUBMITS ?? 'many'} submits` : `the submits of the seed ${replayed}`

test(`[rules 2, 3, 8, 15] ${submitted} to servers that crash, lose commits and have wrong clocks break no promise`, async () => {
  expect(await (replayed === undefined ? manyWorlds(Number(SEED ?? 1)) : oneWorld(Number(replayed)))).toEqual(
    [],
  )
})

async function manyWorlds(firstSeed: number): Promise<string[]> {
  // The stack trace of a refusal takes longer than the refusal. A run of a single world has stack traces.
  const { stackTraceLimit } = Error
  onTestFinished(() => void (Error.stackTraceLimit = stackTraceLimit))
  Error.stackTraceLimit = 0

  let [worlds, submits, asked, succeeded] = [0, 0, 0, 0]
  while (worlds < most.worlds && submits < most.submits) {
    const seed = firstSeed + worlds
    const ended = await runWorld(seed)
    if (ended.problems.length > 0)
      return [
        ...new Set(ended.problems),
        `SEED=${seed} npx vitest run testing/simulation plays this world again`,
      ]
    worlds += 1
    submits += ended.submits
    asked += ended.asked
    succeeded += ended.succeeded
  }
  process.stdout.write(
    `simulation: ${submits} submits in ${worlds} worlds from seed ${firstSeed}, ` +
      `${asked} asked, ${succeeded} verified\n`,
  )
  const reaches = asked > submits / 4 && succeeded > submits / 10
  return reaches ? [] : ['too few submits reach the authority and a success']
}

async function oneWorld(seed: number): Promise<string[]> {
  const { problems } = await runWorld(seed, line => process.stdout.write(`${line}\n`))
  return problems
}
