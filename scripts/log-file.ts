import { closeSync, existsSync, fstatSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

const MOST_BYTES = 20 * 1024 * 1024

/**
 * Opens a log that keeps the newest 20 to 40 MB. A full file is renamed to `….1`, and a new file begins. Lines are lost
 * while the disk is full.
 */
export function openLogFile(path: string, mostBytes = MOST_BYTES) {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  let file: number | undefined = openSync(path, 'a', 0o600)

  return {
    write(line: string) {
      if (file === undefined) return // A line may still arrive after `close`.
      try {
        if (fstatSync(file).size > mostBytes) file = startAnew(file)
        writeSync(file, `${line}\n`)
      } catch {
        // The disk is full.
      }
    },
    close() {
      if (file !== undefined) closeSync(file)
      file = undefined
    },
  }

  function startAnew(full: number): number {
    if (existsSync(path)) renameSync(path, `${path}.1`)
    const next = openSync(path, 'a', 0o600)
    closeSync(full)
    return next
  }
}
