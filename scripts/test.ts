import { parseArgs } from 'node:util'

import { buildIfStale } from './build.ts'
import { Complaint, exitWith } from './complaint.ts'
import { installIfNeeded } from './install.ts'
import { createProgress } from './progress.ts'
import { runNpm } from './run.ts'
import { addTo, closeRun, oneTest, prepareTests, runSteps, runTests, type Counts } from './suite/test-run.ts'

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

/** The statements of the product's specification: `NAV: 12` stands for NAV-1 to NAV-12. A test's title names those it shows. */
const statements = {
  NAV: 12,
  HDR: 6,
  FTR: 1,
  FAQ: 6,
  LOG: 11,
  OTP: 7,
  PWD: 1,
  PRF: 1,
  DSH: 5,
  LST: 8,
  KYC: 16,
  SES: 8,
  API: 15,
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
  const total = await runSteps(
    Object.fromEntries(only.map(name => [name, () => steps[name]?.(filters) ?? unknownStep()])),
  )
  // Only a run of all tests can tell which rules no test shows.
  if (only.length === Object.keys(steps).length && filters.length === 0) addTo(total, tellRules(total))
  return closeRun(total)
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

function tellRules({ titles }: Counts): Counts {
  const rules = Object.entries(statements).flatMap(([letters, count]) =>
    Array.from({ length: count }, (_, index) => `${letters}-${index + 1}`),
  )
  const named = new Set(titles.flatMap(title => title.match(/[A-Z]{3}-\d+/g) ?? []))
  const missing = rules.filter(id => !named.has(id))
  console.log(
    `${rules.length - missing.length} of ${rules.length} rules of the specification shown${missing.map(id => `, not ${id}`).join('')}`,
  )
  return oneTest(missing.length === 0)
}
