import { readFileSync, statfsSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const memory = '/dev/shm'
/** The databases of a whole test run take less than a third of it. */
const roomBytes = 4 * 1024 ** 3

/**
 * Makes a folder for a database that ends with its test: in memory where Linux has room for it, else in the system's
 * temporary folder. A test's database is a copy of a thousand files, which costs a disk's file system most of the
 * processor time of a test.
 */
export function scratchFolder(prefix: string): Promise<string> {
  return mkdtemp(join(hasRoom() ? memory : tmpdir(), prefix))
}

function hasRoom(): boolean {
  try {
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .find(line => line.split(' ')[1] === memory)
    // As root, PostgreSQL's programs are copied beside its data. A container may run none from memory.
    if (mount === undefined || mount.includes('noexec')) return false
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize >= roomBytes
  } catch {
    return false
  }
}
