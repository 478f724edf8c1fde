import { pino, type DestinationStream, type Logger } from 'pino'

import { secretSerializers, withoutSecrets, withoutSecretText } from './redaction.ts'
import { traceFields } from '../tracing/current-trace.ts'

/**
 * Writes each event as one line of JSON: UTC with milliseconds, the ids of its request, no secret. JSON escapes line
 * breaks, so that a foreign text cannot start a line.
 */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { log: (entry: object) => withoutSecrets(traceFields(), entry) },
    // `err` is already redacted; pino's serializer would expand it again.
    serializers: { ...secretSerializers, msg: withoutSecretText, err: (safe: unknown) => safe },
  }
  return destination ? pino(options, destination) : pino(options)
}
