import { readFileSync, statfsSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const memory = '/dev/shm'
/** All databases of a test run take less than a third of this space. */
const roomBytes = 4 * 1024 ** 3

/**
 * Makes a folder for the database of one test: in memory if Linux has room there, else in the system's temporary
 * folder. A test's database is a copy of a thousand files. On a disk, the file system would spend most of the processor
 * time of a test on that copy.
 */
export function scratchFolder(prefix: string): Promise<string> {
  return mkdtemp(join(hasRoom() ? memory : tmpdir(), prefix))
}

function hasRoom(): boolean {
  try {
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .find(line => line.split(' ')[1] === memory)
    // PostgreSQL's programs may be copied to this folder too, but a container may forbid running programs in /dev/shm.
    if (mount === undefined || mount.includes('noexec')) return false
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize >= roomBytes
  } catch {
    return false
  }
}
