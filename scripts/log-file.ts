import {
  closeSync,
  existsSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  renameSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'

const MOST_BYTES = 20 * 1024 * 1024

export type LogFile = { write(line: string): void; close(): void }

/**
 * Opens a log that keeps the newest 20 to 40 MB. A full file is renamed to `….1`, and a new file begins. Lines are lost
 * while the disk is full; a later line of the log tells how many lines were lost.
 */
export function openLogFile(path: string, mostBytes = MOST_BYTES): LogFile {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  let file: number | undefined = openSync(path, 'a', 0o600)
  let size = fstatSync(file).size
  let lost = 0

  return {
    write(line) {
      if (file === undefined) return // A line may still arrive after `close`.
      try {
        if (size > mostBytes) startAnew()
        if (lost > 0) append(lossLine(lost))
        lost = 0
        append(line)
      } catch {
        lost += 1
      }
    },
    close() {
      if (file !== undefined) closeSync(file)
      file = undefined
    },
  }

  function append(line: string): void {
    if (file === undefined) return
    const bytes = Buffer.from(`${line}\n`)
    if (writeSync(file, bytes) === bytes.length) {
      size += bytes.length
      return
    }
    // A full disk may still have taken a part of the line.
    ftruncateSync(file, size)
    throw new Error('no room')
  }

  function startAnew(): void {
    if (existsSync(path)) renameSync(path, `${path}.1`)
    const next = openSync(path, 'a', 0o600)
    if (file !== undefined) closeSync(file)
    file = next
    size = 0
  }
}

function lossLine(lost: number): string {
  const time = new Date().toISOString()
  return JSON.stringify({ level: 40, time, lost, msg: 'log lines were lost: there was no room for them' })
}
