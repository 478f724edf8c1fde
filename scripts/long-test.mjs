import { Complaint, exitWith } from './complaint.mjs'
import { inRoot } from './folders.mjs'
import { installIfNeeded } from './install.mjs'
import { createProgress } from './progress.mjs'
import { runNode } from './run.mjs'

/** Tests of the ordinary run with far more of the same; what is set in the environment already stands. */
const long = {
  fuzz: { env: { FUZZ_RUNS: '10000' }, tests: ['src/http/bad-input.test.ts', '-t', 'rule 14'] },
  faults: { env: { KILLS: '200' }, tests: ['src/testing/faults/'] },
}

await main().catch(exitWith)

async function main() {
  const chosen = long[process.argv[2]]
  if (!chosen) throw new Complaint(`Usage: npm run test:${Object.keys(long).join(' or npm run test:')}`)
  await installIfNeeded('everything', createProgress())
  const vitest = inRoot('node_modules/vitest/vitest.mjs')
  const { code } = await runNode([vitest, 'run', '--project', 'server', ...chosen.tests], {
    env: { ...chosen.env, ...process.env },
  })
  process.exit(code)
}
