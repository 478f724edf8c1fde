import { expect, test } from 'vitest'

import { readTraceParent } from './trace-parent.ts'

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const spanId = '00f067aa0ba902b7'

test('a well-formed traceparent is read with its sampled flag', () => {
  expect(readTraceParent(`00-${traceId}-${spanId}-01`)).toEqual({ traceId, spanId, isSampled: true })
  expect(readTraceParent(`00-${traceId}-${spanId}-02`)).toEqual({ traceId, spanId, isSampled: false })
  expect(readTraceParent(`cc-${traceId}-${spanId}-01-what-the-future-will-be`)?.traceId).toBe(traceId)
})

test.each([
  ['nothing', undefined],
  ['two of them', `00-${traceId}-${spanId}-01, 00-${traceId}-${spanId}-01`],
  ['a forbidden version', `ff-${traceId}-${spanId}-01`],
  ['more than version 00 allows', `00-${traceId}-${spanId}-01-more`],
  ['capital letters', `00-${traceId.toUpperCase()}-${spanId}-01`],
  ['a trace of zeros', `00-${'0'.repeat(32)}-${spanId}-01`],
  ['a span of zeros', `00-${traceId}-${'0'.repeat(16)}-01`],
  ['a short id', `00-${traceId.slice(1)}-${spanId}-01`],
  ['a line break', `00-${traceId}-${spanId}-01\n`],
])('%s starts a new trace', (_what, header) => {
  expect(readTraceParent(header)).toBeUndefined()
})
