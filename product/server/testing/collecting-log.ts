import { Writable } from 'node:stream'

import type { Logger } from 'pino'

import { createLog } from '../src/log/log.ts'

export type CollectingLog = {
  log: Logger
  text(): string
  /** @throws {SyntaxError} a line is not JSON */
  lines(): Record<string, unknown>[]
}

export function collectingLog(level = 'info'): CollectingLog {
  let text = ''
  const into = new Writable({
    write(chunk: Buffer, _encoding, done) {
      text += chunk.toString()
      done()
    },
  })
  return {
    log: createLog(level, into),
    text: () => text,
    lines: () =>
      text
        .split('\n')
        .filter(Boolean)
        .map(line => JSON.parse(line) as Record<string, unknown>),
  }
}
