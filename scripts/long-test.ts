import { globSync, readFileSync } from 'node:fs'
import { randomInt } from 'node:crypto'

import { buildIfStale } from './build.ts'
import { Complaint, exitWith } from './complaint.ts'
import { inRoot, root } from './folders.ts'
import { installIfNeeded } from './install.ts'
import { createProgress } from './progress.ts'
import { runNode } from './run.ts'
import { oneTest, prepareTests, runSteps, runTests, type Counts } from './suite/test-run.ts'

type Row = { about: string; run: (seed: string) => Promise<Counts> }

/** The tests that need luck, rare programs or many minutes. Each row draws by one seed. */
const rows: Record<string, Row> = {
  kills: {
    about: '200 kills of server and database (KILLS), reconciled',
    run: unit({ LONG: '1', KILLS: '200' }, 'testing/faults/'),
  },
  simulation: {
    about: 'a million submits to simulated servers (SUBMITS)',
    run: unit({ SUBMITS: '1000000' }, 'testing/simulation/simulation'),
  },
  fuzz: {
    about: '6,000 odd requests of portal and console, and right ones in any order (FUZZ_RUNS)',
    run: unit({ FUZZ_RUNS: '6000' }, 'src/http/fuzz', 'src/console/fuzz'),
  },
  differential: {
    about: 'a million damaged answers, read as xml-crypto reads them (SIGNED_COPIES)',
    run: unit({ LONG: '1', SIGNED_COPIES: '1000000' }, 'read-signed.differential'),
  },
  properties: {
    about: 'every property, with cases of its own',
    run: unit({}, ...filesWith("from 'fast-check'")),
  },
  jobs: {
    about: '5 kills of a job of 6,000 lines (JOB_KILLS, IMPORTED_LINES)',
    run: unit({ LONG: '1', IMPORTED_LINES: '6000', JOB_KILLS: '5' }, 'acts/jobs'),
  },
  processes: {
    about: 'starts, stops, kills, full disks, and what else only a long test shows',
    run: unit({ LONG: '1' }, '.long.test'),
  },
  screens: {
    about: 'every screen in each state, language, size and scheme',
    run: journeys('every-screen', 'console-pages'),
  },
  journeys: {
    about: 'journeys that a change seldom breaks, and those with rare programs',
    run: journeys('.long.spec'),
  },
  mutation: {
    about: 'changes to three files of the rules, drawn by the seed (MUTATE names files)',
    run: seed => mutants(process.env['MUTATE'] ?? drawn(Number(seed))),
  },
}

const longestTestMs = 3_600_000

const usage = `Usage: npm run test:long [-- NAME …]

${Object.entries(rows)
  .map(([name, { about }]) => `  ${name.padEnd(13)}${about}`)
  .join('\n')}

SEED=… repeats a run.`

await main(process.argv.slice(2)).catch(exitWith)

async function main(named: string[]): Promise<never> {
  if (named.some(name => !(name in rows))) throw new Complaint(usage)
  const progress = createProgress()
  await installIfNeeded('everything', progress)
  await buildIfStale(progress)
  await prepareTests(['vitest', 'playwright'], progress)
  const steps = Object.entries(rows)
    .filter(([name]) => named.length === 0 || named.includes(name))
    .map(([name, { run }]) => {
      const seed = process.env['SEED'] ?? String(randomInt(1, 1_000_000_000))
      return [`SEED=${seed} npm run test:long -- ${name}`, () => run(seed)] as const
    })
  return runSteps(Object.fromEntries(steps))
}

/** Variables that are set already override a row's own. */
function unit(env: NodeJS.ProcessEnv, ...filters: string[]): Row['run'] {
  return seed =>
    runTests('vitest', [`--testTimeout=${longestTestMs}`, ...filters], { SEED: seed, ...env, ...process.env })
}

function journeys(...filters: string[]): Row['run'] {
  return () => runTests('playwright', filters, { ...process.env, LONG: '1' })
}

async function mutants(files: string): Promise<Counts> {
  console.log(`mutates ${files}`)
  const { code } = await runNode([
    inRoot('proving/node_modules/@stryker-mutator/core/bin/stryker.js'),
    'run',
    inRoot('proving/mutation/stryker.config.ts'),
    `--mutate=${files}`,
  ])
  return oneTest(code === 0)
}

function drawn(seed: number): string {
  const files = globSync('product/server/src/domain/**/*.ts', { cwd: root }).filter(
    file => !file.includes('.test.') && globSync(file.replace(/\.ts$/, '.test.ts'), { cwd: root }).length > 0,
  )
  return [0, 1, 2].map(step => files.toSorted()[(seed + step * 37) % files.length]).join(',')
}

function filesWith(words: string): string[] {
  return globSync('product/*/{src,testing}/**/*.test.ts', { cwd: root }).filter(file =>
    readFileSync(inRoot(file), 'utf8').includes(words),
  )
}
