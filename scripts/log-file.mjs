import { closeSync, fstatSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

const MOST_BYTES = 20 * 1024 * 1024

/** A log that keeps its newest 20 to 40 MB: when full it becomes `….1` and a new one begins. */
export function openLogFile(path, mostBytes = MOST_BYTES) {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  let file = openSync(path, 'a', 0o600)
  let size = fstatSync(file).size

  return {
    write(line) {
      if (file === undefined) return // a line that comes after the end
      if (size > mostBytes) startAnew()
      size += writeSync(file, `${line}\n`)
    },
    close() {
      if (file !== undefined) closeSync(file)
      file = undefined
    },
  }

  function startAnew() {
    closeSync(file)
    renameSync(path, `${path}.1`)
    file = openSync(path, 'a', 0o600)
    size = 0
  }
}
