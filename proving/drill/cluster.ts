import { spawnSync, type SpawnSyncReturns, type StdioOptions } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { freePort } from '@ekyc/contract/testing/free-port'

import { Complaint, exitWith } from '../../scripts/complaint.ts'
import { root } from '../../scripts/folders.ts'
import { readOnly } from '../../scripts/only.ts'

/** The tests of the console's pages, of the sweeps, and of what two servers claim. */
const walkedTests = ['src/console', 'src/database/housekeeping', 'src/database/link/claim-with-fallback']

/** The walks of the drill, in their order. */
const walks = { journey, tests }
const names = Object.keys(walks) as (keyof typeof walks)[]

/**
 * Runs the product on a Citus cluster, which DATABASE_URL or CITUS_TOOL gives: `database distribute`, the main job over
 * HTTP, the console's pages and the sweeps.
 *
 *   CITUS_TOOL=FILE npm run drill -- cluster
 *   DATABASE_URL=postgres://… npm run drill -- cluster --only=journey,tests
 *   CITUS_TOOL=FILE npm run drill -- cluster --only=tests -- src/domain
 *
 * DATABASE_URL names a database of a coordinator that has the Citus extension and workers. FILE is a program that makes
 * such a cluster: FILE up FOLDER PORT, FILE down FOLDER. `--only` chooses walks, and the words after the second --
 * choose other test files of the server.
 */
await main().catch(exitWith)

async function main(): Promise<void> {
  const { only, words: files } = readOnly(
    names,
    `Usage: npm run drill -- cluster --only=${names.join(',')} -- FILE`,
  )
  const tool = process.env.CITUS_TOOL
  const folder = mkdtempSync(join(tmpdir(), 'ekyc-drill-cluster-'))
  chmodSync(folder, 0o755) // PostgreSQL's account, which is not root, must be able to enter the folder.
  const cluster = join(folder, 'nodes')
  try {
    const url = tool ? await startCluster(tool, cluster) : process.env.DATABASE_URL
    if (!url) throw new Complaint('Set DATABASE_URL to the coordinator of a Citus cluster, or CITUS_TOOL.')
    const env = {
      ...process.env,
      DATABASE_URL: url,
      DATABASE_NETWORK: 'trusted',
      DATA_DIR: folder,
      AUDIT_KEY: randomBytes(32).toString('hex'),
    }
    const failed = only.filter(name => !passes(() => walks[name](env, files)))
    if (failed.length > 0) throw new Complaint(`Failed: ${failed.join(', ')}.`)
  } finally {
    if (tool) spawnSync(tool, ['down', cluster])
    rmSync(folder, { recursive: true, force: true })
  }
}

function journey(env: NodeJS.ProcessEnv): void {
  const admin = (...words: string[]) => run(process.execPath, ['scripts/admin.ts', ...words], env)
  admin('database', 'distribute', '--dry-run')
  admin('database', 'distribute', '--yes')
  run(
    process.execPath,
    [
      'proving/node_modules/@playwright/test/cli.js',
      'test',
      '--config=proving/journeys/playwright.config.ts',
      'http-journey',
    ],
    { ...env, LONG: '1' },
  )
  admin('database', 'show')
}

function tests({ CITUS_TOOL: _tool, ...env }: NodeJS.ProcessEnv, files: string[]): void {
  run(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--project=server',
      '--maxWorkers=1',
      // Three nodes copy the database of each test and plan each statement twice.
      '--testTimeout=120000',
      '--hookTimeout=180000',
      ...(files.length > 0 ? files : walkedTests),
    ],
    env,
  )
}

function passes(walk: () => void): boolean {
  try {
    walk()
    return true
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return false
  }
}

async function startCluster(tool: string, folder: string): Promise<string> {
  const printed = run(tool, ['up', folder, String(await freePort())], process.env, [
    'ignore',
    'pipe',
    'inherit',
  ])
  const [, url] = /^DATABASE_URL=(.+)$/m.exec(printed.stdout) ?? []
  if (!url) throw new Complaint(`${tool} printed no DATABASE_URL.`)
  return url
}

function run(
  program: string,
  words: string[],
  env: NodeJS.ProcessEnv,
  stdio: StdioOptions = 'inherit',
): SpawnSyncReturns<string> {
  const ended = spawnSync(program, words, { cwd: root, env, stdio, encoding: 'utf8' })
  if (ended.status !== 0) throw new Complaint(`${[program, ...words].join(' ')} ended with ${ended.status}.`)
  return ended
}
