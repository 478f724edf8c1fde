import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, rmdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

type SmallVolume = {
  folder: string
  fill(): void
  makeRoom(): void
  remove(): void
}

/**
 * Mounts a file system of this size. Returns undefined if the mount fails: it needs root on Linux, and a container may
 * forbid it.
 */
export function mountSmallVolume(megabytes: number): SmallVolume | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'ekyc-volume-'))
  const filler = join(folder, 'filler')
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    rmdirSync(folder)
    process.stderr.write('No small volume can be mounted here: tests of a full disk are skipped.\n')
    return undefined
  }
  return {
    folder,
    fill() {
      try {
        for (;;) writeFileSync(filler, Buffer.alloc(64 * 1024), { flag: 'a' })
      } catch {
        // The volume is full to the last page.
      }
    },
    makeRoom: () => rmSync(filler),
    remove() {
      execFileSync('umount', ['--lazy', folder])
      rmdirSync(folder)
    },
  }
}
