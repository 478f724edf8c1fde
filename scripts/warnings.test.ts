import { expect, test } from 'vitest'

import { shortWarning, type Said } from './warnings.ts'

const lines: [string, Said['stream'], string, string][] = [
  ['an ordinary log line', 'stdout', '{"level":30,"msg":"listening"}', ''],
  ['a warning', 'stdout', '{"level":40,"msg":"the bank is slow"}', 'server warning: the bank is slow'],
  ['an error', 'stdout', '{"level":"error","msg":"no database"}', 'server error: no database'],
  ['plain text', 'stdout', 'hello', ''],
  ['a number', 'stdout', '42', ''],
  ['anything on stderr', 'stderr', 'Segmentation fault', 'server: Segmentation fault'],
]

test.each(lines)('%s', (_, stream, line, shown) => {
  expect(shortWarning({ program: 'server', stream, line })).toBe(shown)
})
