import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'

import { Complaint, exitWith } from './complaint.ts'
import { inRoot, root } from './folders.ts'
import type { Progress } from './progress.ts'
import { runNode } from './run.ts'

/** Each part lists the sources whose change makes its build stale. */
const built = {
  portal: ['contract', 'rd-client', 'ui', 'portal'],
  console: ['contract', 'ui', 'console'],
}
type Part = keyof typeof built
const parts: readonly Part[] = ['portal', 'console']

if (import.meta.main) await build(parts).catch(exitWith)

/** Builds portal and console. All other parts run from source. */
export async function buildIfStale(progress: Progress, signal?: AbortSignal): Promise<void> {
  const stale = parts.filter(part => !isFresh(part))
  if (stale.length > 0) await progress(`Building the ${stale.join(' and the ')}`, () => build(stale, signal))
}

function isFresh(part: Part): boolean {
  return existsSync(hashFile(part)) && readFileSync(hashFile(part), 'utf8') === hashOfSources(part)
}

/** Builds the parts at the same time, because each build uses only one core most of the time. */
async function build(stale: readonly Part[], signal?: AbortSignal): Promise<void> {
  await Promise.all(stale.map(part => buildPart(part, signal)))
}

async function buildPart(part: Part, signal?: AbortSignal): Promise<void> {
  // The hash is taken before the build, so that a source that changes during the build makes the result stale.
  const hash = hashOfSources(part)
  const { code, output } = await runNode(
    [inRoot('node_modules/vite/bin/vite.js'), 'build', inRoot(`product/${part}`)],
    // The NODE_ENV of a test would put React's development code into the pages.
    { quiet: true, signal, env: { ...process.env, NODE_ENV: 'production', BUILD_NAME: hash.slice(0, 8) } },
  )
  if (code !== 0) throw new Complaint(`The build of the ${part} failed:\n${output.trim()}`)
  writeFileSync(hashFile(part), hash)
}

function hashFile(part: Part): string {
  return inRoot(`product/${part}/dist/.built-from`)
}

/** The hash covers contents, because file dates are unreliable. It takes about 30 ms. */
function hashOfSources(part: Part): string {
  const files = globSync(`product/{${built[part].join(',')}}/**/*.*`, {
    cwd: root,
    exclude: path => /(^|[\\/])(node_modules|dist)$|\.test\.tsx?$/.test(path),
  })
  const hash = createHash('sha256')
  for (const path of [...files, 'package-lock.json'].toSorted())
    hash
      .update(`${path}\0`)
      .update(readFileSync(inRoot(path)))
      .update('\0')
  return hash.digest('hex')
}
