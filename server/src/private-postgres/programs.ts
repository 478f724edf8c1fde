import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

import { type Account } from './account.ts'
import { installedPostgres } from './installed-postgres.ts'
import { copyPackaged, packagedPostgres } from './packaged-postgres.ts'
import { PrivatePostgresUnavailable } from './private-postgres-unavailable.ts'

export type Programs = { bin: string; major: number }

const oldestMajor = 15

/**
 * Finds PostgreSQL's programs where `account` can run them (this process's own account, if undefined).
 * @param dataMajor the version that made the data; no other version reads it
 */
export function findPrograms(
  folder: string,
  account: Account | undefined,
  dataMajor: number | undefined,
): Programs {
  const seen = new Set<number>()
  const fits = (bin: string): Programs | undefined => {
    const major = majorOf(bin, account)
    if (major !== undefined) seen.add(major)
    if (major === undefined || major < oldestMajor || major !== (dataMajor ?? major)) return undefined
    return { bin, major }
  }
  const programs =
    packaged(folder, account, fits) ??
    installedPostgres()
      .map(fits)
      .find(found => found)
  if (programs) return programs
  throw new PrivatePostgresUnavailable(whyNone(dataMajor, [...seen]))
}

/** The path of one program; on Windows it ends in .exe. */
export function program(bin: string, name: 'initdb' | 'pg_ctl' | 'postgres'): string {
  return join(bin, process.platform === 'win32' ? `${name}.exe` : name)
}

function packaged(
  folder: string,
  account: Account | undefined,
  fits: (bin: string) => Programs | undefined,
): Programs | undefined {
  const found = packagedPostgres()
  if (!found) return undefined
  const inPlace = fits(found.bin)
  if (inPlace || majorOf(found.bin, account) !== undefined) return inPlace
  try {
    return fits(copyPackaged(found, account ? placeForAll() : folder))
  } catch {
    return undefined // No room or no permission to copy: an installed PostgreSQL may serve.
  }
}

/** A folder that root can make, everyone can read, and no reboot or clean-up job empties. */
function placeForAll(): string {
  return process.platform === 'darwin' ? '/Library/Caches/agent-ekyc-portal' : '/var/cache/agent-ekyc-portal'
}

function majorOf(bin: string, account: Account | undefined): number | undefined {
  const { stdout } = spawnSync(program(bin, 'postgres'), ['--version'], {
    ...account,
    cwd: '/',
    encoding: 'utf8',
    windowsHide: true,
  })
  const major = /PostgreSQL\) (\d+)/.exec(stdout ?? '')?.[1]
  return major === undefined ? undefined : Number(major)
}

function whyNone(dataMajor: number | undefined, seen: number[]): string {
  const found = seen.length > 0 ? `only version ${seen.join(' and ')} was found` : 'none was found'
  if (dataMajor !== undefined) return `its data needs PostgreSQL ${dataMajor}, and ${found}`
  return `npm has no PostgreSQL that runs on this system (${process.platform}-${process.arch}), and of an installed one of version ${oldestMajor} or later ${found}`
}
