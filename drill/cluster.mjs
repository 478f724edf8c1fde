import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { freePort } from '@ekyc/contract/testing/free-port'

import { Complaint, exitWith } from '../scripts/complaint.ts'
import { root } from '../scripts/folders.ts'

/**
 * Spreads an empty database over a Citus cluster by the admin command line, and runs the journey over HTTP on it.
 *
 *   DATABASE_URL=postgres://… npm run drill:cluster    a database of a coordinator, with the extension and the workers
 *   CITUS_TOOL=FILE npm run drill:cluster              a program that makes such a cluster: FILE up FOLDER PORT, FILE down FOLDER
 */
await main().catch(exitWith)

async function main() {
  const tool = process.env.CITUS_TOOL
  const folder = mkdtempSync(join(tmpdir(), 'ekyc-drill-cluster-'))
  chmodSync(folder, 0o755) // PostgreSQL does not run as root.
  const cluster = join(folder, 'nodes')
  try {
    const url = tool ? await startCluster(tool, cluster) : process.env.DATABASE_URL
    if (!url) throw new Complaint('Set DATABASE_URL to the coordinator of a Citus cluster, or CITUS_TOOL.')
    const env = {
      ...process.env,
      DATABASE_URL: url,
      DATA_DIR: folder,
      AUDIT_KEY: randomBytes(32).toString('hex'),
    }
    const admin = (...words) =>
      run(process.execPath, ['scripts/launch.cjs', '--no-install', 'scripts/admin.ts', ...words], env)
    admin('database', 'distribute', '--dry-run')
    admin('database', 'distribute', '--yes')
    run(
      process.execPath,
      ['node_modules/@playwright/test/cli.js', 'test', '--config=e2e/playwright.config.ts', 'http-journey'],
      env,
    )
    admin('database', 'show')
  } finally {
    if (tool) spawnSync(tool, ['down', cluster])
    rmSync(folder, { recursive: true, force: true })
  }
}

async function startCluster(tool, folder) {
  const printed = run(tool, ['up', folder, String(await freePort())], process.env, [
    'ignore',
    'pipe',
    'inherit',
  ])
  const [, url] = /^DATABASE_URL=(.+)$/m.exec(printed.stdout) ?? []
  if (!url) throw new Complaint(`${tool} printed no DATABASE_URL.`)
  return url
}

function run(program, words, env, stdio = 'inherit') {
  const ended = spawnSync(program, words, { cwd: root, env, stdio, encoding: 'utf8' })
  if (ended.status !== 0) throw new Complaint(`${[program, ...words].join(' ')} ended with ${ended.status}.`)
  return ended
}
