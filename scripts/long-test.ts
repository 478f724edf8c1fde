import { Complaint, exitWith } from './complaint.ts'
import { inRoot } from './folders.ts'
import { installIfNeeded } from './install.ts'
import { createProgress } from './progress.ts'
import { runNode } from './run.ts'

/** The long tests, which run ordinary tests with far more rounds. Environment variables that are set override `env`. */
const long: Record<string, { env: NodeJS.ProcessEnv; tests: string[] }> = {
  fuzz: {
    env: { FUZZ_RUNS: '6000', SIGNED_COPIES: '1000000' },
    tests: ['src/http/fuzz.test.ts', 'read-signed.differential'],
  },
  simulation: { env: { SUBMITS: '1000000' }, tests: ['src/testing/simulation/simulation.test.ts'] },
  faults: { env: { KILLS: '200' }, tests: ['src/testing/faults/'] },
}

await main().catch(exitWith)

async function main(): Promise<never> {
  const chosen = long[process.argv[2] ?? '']
  if (!chosen) throw new Complaint(`Usage: npm run test:${Object.keys(long).join(' or npm run test:')}`)
  await installIfNeeded('everything', createProgress())
  const vitest = inRoot('node_modules/vitest/vitest.mjs')
  const { code } = await runNode([vitest, 'run', '--project', 'server', ...chosen.tests], {
    env: { ...chosen.env, ...process.env },
  })
  process.exit(code)
}
