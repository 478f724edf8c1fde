import { pino, type DestinationStream, type Logger } from 'pino'
import SonicBoom from 'sonic-boom'

import { traceLogFields } from '../tracing/trace.ts'
import { redactingSerializers, withoutSecrets, withoutSecretText } from './redaction.ts'

/** JSON escapes line breaks, so a text from outside cannot start a new line. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { log: (entry: object) => withoutSecrets(traceLogFields(), entry) },
    // The formatter above has already redacted `err`. Pino's own serializer would expand the error again.
    serializers: { ...redactingSerializers, msg: withoutSecretText, err: (safe: unknown) => safe },
  }
  return destination ? pino(options, destination) : pino(options)
}

const mostWaitingBytes = 1024 * 1024
/** A write of one line costs as much as a write of a hundred lines, so lines wait so long, in ms. */
const gatherMs = 50
const manyBytes = 15 * 1024

/** A full disk or a stalled reader causes the loss of lines, which a line then tells, but never ends the process. */
export function createLogDestination(fd: number) {
  const lines = new SonicBoom({
    fd,
    minLength: manyBytes,
    maxLength: mostWaitingBytes,
    periodicFlush: gatherMs,
    // The end of the process waits for no stalled reader.
    retryEAGAIN: () => false,
  })
  let lostLines = 0
  lines.on('drop', () => void (lostLines += 1))
  lines.on('write', () => {
    const lost = lostLines
    lostLines = 0
    if (lost > 0) lines.write(lossLine(lost))
    // The line about the loss may itself have found no room.
    if (lostLines > 0) lostLines = lost
  })
  // The next flush tries again.
  lines.on('error', () => {})
  process.once('exit', () => {
    try {
      lines.flushSync()
    } catch {
      // No output is left on which to report this.
    }
  })
  return {
    write: (line: string) => void lines.write(line),
    /** Resolves when all lines are written, or when a write has failed. */
    settled: () => new Promise<void>(resolve => lines.flush(() => resolve())),
  }
}

function lossLine(lost: number): string {
  const time = new Date().toISOString()
  return `${JSON.stringify({ level: 40, time, lost, msg: 'log lines were lost: there was no room for them' })}\n`
}
