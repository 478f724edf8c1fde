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
 * Makes a missing folder: fills a scratch folder beside it, and renames that when it is complete. So a kill at any
 * moment leaves the whole folder or none, and of two simultaneous processes the first one wins.
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
  // Deletes all scratch folders: nobody needs them any more, not even a process that is filling one.
  for (const scratch of globSync(`${basename(folder)}.*`, { cwd: place })) remove(join(place, scratch))
}

function remove(scratch: string): void {
  try {
    rmSync(scratch, { recursive: true, force: true, maxRetries: 5 })
  } catch {
    // An initdb whose guard was killed is still writing there; the next start deletes it.
  }
}

/**
 * Writes a renamed folder to the disk, because otherwise a power cut could undo the rename. Windows cannot open a
 * folder.
 */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
