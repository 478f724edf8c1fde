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
 * Makes a missing folder: fills a scratch folder in the same parent folder, then renames the filled folder. If the
 * process is killed, the folder is therefore complete or missing. Of two simultaneous processes, the first one wins.
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
  // The folder exists now, so no process needs its scratch folder any more. All scratch folders are deleted.
  for (const scratch of globSync(`${basename(folder)}.*`, { cwd: place })) remove(join(place, scratch))
}

function remove(scratch: string): void {
  try {
    rmSync(scratch, { recursive: true, force: true, maxRetries: 5 })
  } catch {
    // The initdb of a killed guard may still write into this folder. The next start deletes the folder.
  }
}

/**
 * Writes the names inside a folder to the disk, because otherwise a power cut could undo a rename there. Does nothing
 * on Windows, which cannot open a folder.
 */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
