import { pino, type DestinationStream, type Logger } from 'pino'

import { secretSerializers, withoutSecrets, withoutSecretText } from './redaction.ts'
import { traceFields } from '../tracing/current-trace.ts'

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
