import { pino, type DestinationStream, type Logger } from 'pino'

import { secretSerializers, withoutSecrets, withoutSecretText } from './redaction.ts'
import { traceFields } from './tracing/current-trace.ts'

/**
 * One line of JSON an event: UTC with milliseconds, the ids of the request it belongs to, no secret. JSON escapes
 * line breaks, so that nobody's text can begin a line of its own.
 */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    mixin: () => traceFields(),
    formatters: { log: withoutSecrets },
    // `err` has been made safe by then; pino's own serializer would unfold it once more.
    serializers: { ...secretSerializers, msg: withoutSecretText, err: (safe: unknown) => safe },
  }
  return destination ? pino(options, destination) : pino(options)
}
