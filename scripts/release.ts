import { createPublicKey } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

import { buildIfStale } from './build.ts'
import { Complaint, exitWith } from './complaint.ts'
import { inRoot, root } from './folders.ts'
import { installIfNeeded } from './install.ts'
import { createProgress } from './progress.ts'
import { layOut, packAndSign, sha256, type Release } from './release/archive.ts'
import { notesOf, problemsBeforeRelease } from './release/preconditions.ts'
import { run } from './run.ts'

await main().catch(exitWith)

/**
 * Makes a signed archive of this commit in dist/release, which installs on a machine without a network.
 * RELEASE_KEY_FILE names the key. The script stops if this version does not start with the settings and branding of the
 * version before.
 */
async function main(): Promise<void> {
  const progress = createProgress()
  const { before = await lastTag() } = readArguments()
  const { problems, key } = await problemsBeforeRelease(root, process.env.RELEASE_KEY_FILE)
  if (before === '')
    problems.push(
      'No tag of a version before leads to this commit: --before=COMMIT or --before=ARCHIVE names it.',
    )
  if (problems.length > 0 || !key) throw new Complaint(problems.join('\n'))
  const release = await describe()

  await installIfNeeded('everything', progress)
  await buildIfStale(progress)
  await progress(`Reading settings and branding of ${before}`, async () => {
    // The packages of this module may have been missing before the installation.
    const { problemsOfVersionBefore } = await import('./release/version-before.ts')
    const refused = await problemsOfVersionBefore(resolveArchive(before), notesOf(root, numberNow()) ?? '')
    if (refused.length > 0)
      throw new Complaint(
        `Settings and branding of ${before} do not start with this version:\n${refused.join('\n')}`,
      )
  })
  const around = mkdtempSync(join(tmpdir(), 'ekyc-release-'))
  try {
    const folder = join(around, release.name)
    mkdirSync(folder)
    await progress('Laying out files, packages and portal', () => layOut(release, folder))
    mkdirSync(inRoot('dist/release'), { recursive: true })
    const target = inRoot('dist/release', `${release.name}.tar.gz`)
    await progress('Packing and signing', () => packAndSign(folder, target, key))
    const publicKey = createPublicKey(key).export({ type: 'spki', format: 'der' })
    console.log(`
image      agent-ekyc-portal:${release.version}
archive    ${target}
SHA-256    ${sha256(readFileSync(target))}
signature  ${target}.sig
key        SHA-256 ${sha256(publicKey)} (openssl pkey -pubin -in KEY.pub -outform DER | sha256sum)
verify     openssl dgst -sha256 -verify KEY.pub -signature ${basename(target)}.sig ${basename(target)}`)
  } finally {
    rmSync(around, { recursive: true })
  }
}

function readArguments(): { before?: string } {
  try {
    const { before } = parseArgs({ options: { before: { type: 'string' } } }).values
    return before === undefined ? {} : { before }
  } catch {
    throw new Complaint('Usage: RELEASE_KEY_FILE=KEY npm run release -- --before=TAG|COMMIT|ARCHIVE')
  }
}

/** Returns the nearest tag of another version in the history of this commit, or '' if there is none. */
async function lastTag(): Promise<string> {
  const { code, stdout } = await run(
    'git',
    ['describe', '--tags', '--abbrev=0', '--match=v[0-9]*', `--exclude=v${numberNow()}`, 'HEAD'],
    { quiet: true },
  )
  return code === 0 ? stdout.trim() : ''
}

/** The release's name contains the platform, because the native packages fit only that platform. */
async function describe(): Promise<Release> {
  const { stdout } = await run('git', ['rev-parse', 'HEAD'], { quiet: true })
  const commit = stdout.trim()
  const { stdout: short } = await run('git', ['rev-parse', '--short=10', 'HEAD'], { quiet: true })
  const version = `${numberNow()}-${short.trim()}`
  return { name: `agent-ekyc-portal-${version}-${process.platform}-${process.arch}`, version, commit }
}

function numberNow(): string {
  return (JSON.parse(readFileSync(inRoot('package.json'), 'utf8')) as { version: string }).version
}

function resolveArchive(before: string): string {
  return before.endsWith('.tar.gz') ? resolve(process.env.INIT_CWD ?? '.', before) : before
}
