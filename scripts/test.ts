import { existsSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

import { ensureBrowser } from '../proving/journeys/browser.ts'
import { buildIfStale } from './build.ts'
import { Complaint, exitWith } from './complaint.ts'
import { failuresFile, type Counts } from './suite/counting-reporter.ts'
import { installIfNeeded } from './install.ts'
import { createProgress } from './progress.ts'
import { runNpm } from './run.ts'
import {
  addTo,
  closingLine,
  none,
  oneTest,
  rulesNotIn,
  rulesOfSpecification,
  runTests,
} from './suite/test-counts.ts'
import { ensureTestPackages } from './suite/test-packages.ts'

const progress = createProgress()

/** A check without a report counts as one test. */
const steps: Record<string, (filters: string[]) => Promise<Counts>> = {
  // The linter checks the types too, since it has read them for its own rules.
  lint: () => check(['run', '--silent', 'lint']),
  build: buildAll,
  format: () => check(['run', '--silent', 'format', '--', '--check']),
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

/** Runs every step even after a failure, so that one run shows all problems. */
async function main(): Promise<never> {
  const { only, filters } = readArguments()
  await installIfNeeded('everything', progress)
  const testing = (['unit', 'e2e'] as const).filter(name => only.includes(name))
  if (testing.length > 0 && !only.includes('build')) await buildIfStale(progress)

  // The user sees a missing browser, and the tests that will be skipped, before the tests run for minutes.
  const noBrowser = only.includes('e2e') ? await findBrowser() : undefined
  await ensureTestPackages(testing, progress)

  const total = none()
  for (const name of only) {
    const counts = await timed(name, () =>
      name === 'e2e' && noBrowser ? Promise.reject(noBrowser) : (steps[name]?.(filters) ?? unknownStep()),
    )
    addTo(total, counts)
  }
  if (only.includes('unit') && existsSync(failuresFile)) console.log(readFileSync(failuresFile, 'utf8'))
  for (const name of total.flaky) console.log(`flaky: ${name}`)
  // Only a run of all tests can tell which rules no test shows.
  if (only.length === Object.keys(steps).length && filters.length === 0) addTo(total, tellRules(total))
  console.log(`\n${closingLine(total)}`)
  process.exit(total.failed > 0 || total.passed === 0 ? 1 : 0)
}

async function findBrowser(): Promise<Error | undefined> {
  try {
    process.env.CHROMIUM_PATH = await ensureBrowser(progress)
    return undefined
  } catch (error) {
    console.error(error instanceof Complaint ? error.message : error)
    return error instanceof Error ? error : new Error(String(error))
  }
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

async function timed(name: string, work: () => Promise<Counts>): Promise<Counts> {
  const began = performance.now()
  console.log(`\n── ${name} ──`)
  const counts = await work().catch((error: unknown) => {
    console.error(error instanceof Complaint ? error.message : error)
    return oneTest(false)
  })
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  console.log(`── ${name}: ${closingLine(counts)} (${seconds} s) ──`)
  return counts
}

async function check(words: string[]): Promise<Counts> {
  const { code } = await runNpm(words)
  return oneTest(code === 0)
}

function tellRules({ titles }: Counts): Counts {
  const missing = rulesNotIn(titles)
  const [shown, all] = [rulesOfSpecification.length - missing.length, rulesOfSpecification.length]
  console.log(
    `${shown} of ${all} rules of the specification shown${missing.map(id => `, not ${id}`).join('')}`,
  )
  return oneTest(missing.length === 0)
}

async function buildAll(): Promise<Counts> {
  await buildIfStale(progress)
  return oneTest(true)
}
