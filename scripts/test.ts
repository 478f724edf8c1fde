import { rulesShown } from '../proving/specification.ts'
import { buildIfStale } from './build.ts'
import { exitWith } from './complaint.ts'
import { installIfNeeded } from './install.ts'
import { readOnly } from './only.ts'
import { createProgress } from './progress.ts'
import { runNpm } from './run.ts'
import { oneTest, prepareTests, runSteps, runTests, type Counts } from './suite/test-run.ts'

const progress = createProgress()

/** A check without a report counts as one test. */
const steps = {
  // The linter checks the types too, since it has read them for its own rules.
  lint: () => check('lint'),
  build: () => buildIfStale(progress).then(() => oneTest(true)),
  format: () => check('format', '--', '--check'),
  unit: (filters: string[]) => runTests('vitest', filters),
  e2e: (filters: string[]) => runTests('playwright', filters),
} satisfies Record<string, (filters: string[]) => Promise<Counts>>
const names = Object.keys(steps) as (keyof typeof steps)[]

await main().catch(exitWith)

async function main(): Promise<never> {
  const usage = `Usage: npm test -- --only=${names.join(',')} [filters of vitest or Playwright]`
  const { only, words } = readOnly(names, usage)
  await installIfNeeded('everything', progress)
  const runs = { vitest: only.includes('unit'), playwright: only.includes('e2e') }
  if (!only.includes('build') && (runs.vitest || runs.playwright)) await buildIfStale(progress)
  await prepareTests(
    (['vitest', 'playwright'] as const).filter(runner => runs[runner]),
    progress,
  )
  // The packages of this module may have been missing before the installation.
  const { untranslatedLine } = await import('../proving/languages/command-line.ts')
  const beside = runs.vitest ? `${untranslatedLine()}\n${rulesShown().line}` : ''
  return runSteps(Object.fromEntries(only.map(name => [name, () => steps[name](words)])), beside)
}

async function check(...words: string[]): Promise<Counts> {
  const { code } = await runNpm(['run', '--silent', ...words])
  return oneTest(code === 0)
}
