import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'

import { isRunning } from './is-running.ts'

/**
 * Makes a folder where there is none: in a scratch folder beside it, and renamed when it is complete. So a kill at any
 * moment leaves all of it or nothing, and of two processes at once the first one wins.
 * @param make fills the scratch folder, and returns the folder inside it that is renamed
 */
export async function makeOnce(folder: string, make: (scratch: string) => string | Promise<string>) {
  removeLeftovers(folder)
  if (existsSync(folder)) return
  const scratch = `${folder}.${process.pid}`
  mkdirSync(scratch, { mode: 0o700 })
  try {
    renameSync(await make(scratch), folder)
    syncFolder(dirname(folder))
  } catch (error) {
    if (!existsSync(folder)) throw error
  } finally {
    rmSync(scratch, whileOthersWrite)
  }
}

/** A killed initdb has processes that still write for a moment. */
const whileOthersWrite = { recursive: true, force: true, maxRetries: 5 }

/** Scratch folders are named after the process that made them. */
function removeLeftovers(folder: string): void {
  const prefix = `${basename(folder)}.`
  for (const name of readdirSync(dirname(folder)).filter(entry => entry.startsWith(prefix))) {
    const pid = Number(name.slice(prefix.length))
    if (pid !== process.pid && isRunning(pid)) continue
    try {
      rmSync(join(dirname(folder), name), whileOthersWrite)
    } catch {
      // An initdb whose guard was killed still writes there; the next start removes it.
    }
  }
}

/** A rename outlives a power cut only once its folder is on the disk. Windows cannot open a folder. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
