import {
  closeSync,
  existsSync,
  fsyncSync,
  globSync,
  mkdtempSync,
  openSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'

/**
 * Makes a folder where there is none: in a scratch folder beside it, and renamed when it is complete. So a kill at any
 * moment leaves all of it or nothing, and of two processes at once the first one wins.
 * @param make fills the scratch folder, and returns the folder inside it that is renamed
 */
export function makeOnce(folder: string, make: (scratch: string) => string): void {
  const place = dirname(folder)
  if (!existsSync(folder)) {
    const scratch = mkdtempSync(`${folder}.`)
    try {
      renameSync(make(scratch), folder)
      syncFolder(place)
    } catch (error) {
      remove(scratch)
      if (!existsSync(folder)) throw error
    }
  }
  // A scratch folder has no use any more, not even to a process that is filling one.
  for (const scratch of globSync(`${basename(folder)}.*`, { cwd: place })) remove(join(place, scratch))
}

function remove(scratch: string): void {
  try {
    rmSync(scratch, { recursive: true, force: true, maxRetries: 5 })
  } catch {
    // An initdb whose guard was killed still writes there; the next start removes it.
  }
}

/** A rename outlives a power cut only once its folder is on the disk. Windows cannot open a folder. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
