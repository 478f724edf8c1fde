import { write, writeSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

import { pino, type DestinationStream, type Logger } from 'pino'

import { traceFields } from '../tracing/trace.ts'
import { secretSerializers, withoutSecrets, withoutSecretText } from './redaction.ts'

/**
 * Creates a log that writes each event as one line of JSON, with the time in UTC, the ids of its request and no
 * secrets. JSON escapes line breaks, so a text from outside cannot start a new line.
 */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { log: (entry: object) => withoutSecrets(traceFields(), entry) },
    // The formatter above has already redacted `err`. Pino's own serializer would expand the error again.
    serializers: { ...secretSerializers, msg: withoutSecretText, err: (safe: unknown) => safe },
  }
  return destination ? pino(options, destination) : pino(options)
}

const mostWaitingBytes = 1024 * 1024
const tryAgainMs = 100
/** The time for which lines are gathered, in ms. A write of one line costs as much as a write of a hundred lines. */
const gatherMs = 50
const manyBytes = 16 * 1024

/**
 * Writes lines to `fd` without blocking. A full disk or a stalled reader causes the loss of lines, but never blocks or
 * ends the process. When writing works again, a log line tells how many lines were lost.
 */
export function createLogDestination(fd: number) {
  let lines: string[] = []
  let waitingBytes = 0
  let rest = Buffer.alloc(0)
  let state: 'idle' | 'gathering' | 'writing' | 'no room' = 'idle'
  let gathering: NodeJS.Timeout | undefined
  let lostLines = 0

  function gather(): void {
    state = 'gathering'
    gathering = setTimeout(writeOn, gatherMs).unref()
  }

  function writeOn(): void {
    clearTimeout(gathering)
    if (rest.length === 0) takeLines()
    state = rest.length === 0 ? 'idle' : 'writing'
    if (state === 'writing') write(fd, rest, onWritten)
  }

  function takeLines(): void {
    rest = Buffer.from(lines.join(''))
    lines = []
    waitingBytes = 0
    if (lostLines > 0 && rest.length > 0) rest = Buffer.concat([rest, Buffer.from(lossLine(lostLines))])
    lostLines = 0
  }

  function onWritten(error: Error | null, written: number): void {
    if (error) {
      state = 'no room'
      setTimeout(writeOn, tryAgainMs).unref()
      return
    }
    rest = rest.subarray(written)
    if (rest.length > 0 || waitingBytes >= manyBytes) writeOn()
    else if (lines.length > 0) gather()
    else state = 'idle'
  }

  process.once('exit', () => {
    // A running write completes by itself. The remaining lines are written here, or lost.
    const last = [...(state === 'writing' ? [] : [rest]), Buffer.from(lines.join(''))]
    try {
      writeSync(fd, Buffer.concat(last))
    } catch {
      // No output is left on which the process could report this error.
    }
  })

  return {
    write(line: string): void {
      const bytes = Buffer.byteLength(line)
      if (waitingBytes + bytes > mostWaitingBytes) {
        lostLines += 1
        return
      }
      lines.push(line)
      waitingBytes += bytes
      if (state === 'idle') gather()
      if (state === 'gathering' && waitingBytes >= manyBytes) writeOn()
    },
    /** Resolves when all lines are written, or when a write has failed. */
    async settled(): Promise<void> {
      for (let now = state; now === 'gathering' || now === 'writing'; now = state) {
        if (now === 'gathering') writeOn()
        await sleep(1)
      }
    },
  }
}

function lossLine(lost: number): string {
  const time = new Date().toISOString()
  return `${JSON.stringify({ level: 40, time, lost, msg: 'log lines were lost: there was no room for them' })}\n`
}
