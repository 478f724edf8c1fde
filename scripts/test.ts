import { parseArgs } from 'node:util'

import { buildIfStale } from './build.ts'
import { Complaint, exitWith } from './complaint.ts'
import { installIfNeeded } from './install.ts'
import { createProgress } from './progress.ts'
import { runNpm } from './run.ts'
import { oneTest, prepareTests, runSteps, runTests, type Counts } from './suite/test-run.ts'

const progress = createProgress()

/** A check without a report counts as one test. */
const steps: Record<string, (filters: string[]) => Promise<Counts>> = {
  // The linter checks the types too, since it has read them for its own rules.
  lint: () => check('lint'),
  build: () => buildIfStale(progress).then(() => oneTest(true)),
  format: () => check('format', '--', '--check'),
  unit: async filters => {
    // The packages of this module may have been missing before the installation.
    const { untranslatedLine } = await import('../proving/languages/command-line.ts')
    console.log(untranslatedLine())
    return runTests('vitest', filters)
  },
  e2e: filters => runTests('playwright', filters),
}

const usage = `Usage: npm test -- --only=${Object.keys(steps).join(',')} [filters of vitest or Playwright]`

await main().catch(exitWith)

async function main(): Promise<never> {
  const { only, filters } = readArguments()
  await installIfNeeded('everything', progress)
  const runs = { vitest: only.includes('unit'), playwright: only.includes('e2e') }
  if (!only.includes('build') && (runs.vitest || runs.playwright)) await buildIfStale(progress)
  await prepareTests(
    (['vitest', 'playwright'] as const).filter(runner => runs[runner]),
    progress,
  )
  return runSteps(Object.fromEntries(only.map(name => [name, () => steps[name]?.(filters) ?? unknownStep()])))
}

function unknownStep(): never {
  throw new Complaint(usage)
}

function readArguments(): { only: string[]; filters: string[] } {
  try {
    const { values, positionals } = parseArgs({
      options: { only: { type: 'string' } },
      allowPositionals: true,
    })
    const only = values.only?.split(',') ?? Object.keys(steps)
    if (only.every(name => name in steps)) return { only, filters: positionals }
  } catch {
    // An unknown option gets the same answer as an unknown step.
  }
  return unknownStep()
}

async function check(...words: string[]): Promise<Counts> {
  const { code } = await runNpm(['run', '--silent', ...words])
  return oneTest(code === 0)
}
