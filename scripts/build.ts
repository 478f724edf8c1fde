import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { Complaint, exitWith } from './complaint.ts'
import { inRoot } from './folders.ts'
import type { Progress } from './progress.ts'
import { runNode } from './run.ts'

const sources = ['product/contract', 'product/rd-client', 'product/ui', 'product/portal', 'package-lock.json']
const notSource = /(^|\/)(node_modules|dist)(\/|$)|\.test\.tsx?$/
const hashFile = inRoot('product/portal/dist/.built-from')

/** Builds the portal unless it is up to date; all other parts run from source. */
export async function buildIfStale(progress: Progress, signal?: AbortSignal): Promise<void> {
  if (existsSync(hashFile) && readFileSync(hashFile, 'utf8') === hashOfSources()) return
  await progress('Building the portal', () => build(signal))
}

async function build(signal?: AbortSignal): Promise<void> {
  // The digest is taken before the build, so that a source changed meanwhile makes the result stale.
  const hash = hashOfSources()
  const { code, output } = await runNode(
    [inRoot('node_modules/vite/bin/vite.js'), 'build', inRoot('product/portal')],
    // NODE_ENV of a test would put React's development code into the portal.
    { quiet: true, signal, env: { ...process.env, NODE_ENV: 'production', BUILD_NAME: hash.slice(0, 8) } },
  )
  if (code !== 0) throw new Complaint(`The build failed:\n${output.trim()}`)
  writeFileSync(hashFile, hash)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await build().catch(exitWith)

/** Hashes contents rather than dates, in about 30 ms. */
function hashOfSources(): string {
  const hash = createHash('sha256')
  for (const path of sources.flatMap(source => filesBelow(source)))
    hash
      .update(`${path}\0`)
      .update(readFileSync(inRoot(path)))
      .update('\0')
  return hash.digest('hex')
}

function filesBelow(path: string): string[] {
  if (notSource.test(path)) return []
  if (!statSync(inRoot(path)).isDirectory()) return [path]
  return readdirSync(inRoot(path))
    .toSorted()
    .flatMap(entry => filesBelow(`${path}/${entry}`))
}
