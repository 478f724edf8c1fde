import { afterEach, expect, test } from 'vitest'

import { startFakeServer, type FakeServer } from '../../testing/outside/fake-server.ts'
import { createOtlpExporter } from './otlp-exporter.ts'
import type { FinishedSpan } from './trace.ts'

let collector: FakeServer
afterEach(() => collector.close())

const span: FinishedSpan = {
  traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
  spanId: '00f067aa0ba902b7',
  parentSpanId: undefined,
  name: 'submitOrder',
  kind: 'server',
  startedOn: new Date('2027-03-10T06:30:00.000Z'),
  endedOn: new Date('2027-03-10T06:30:00.250Z'),
  attributes: { 'ekyc.outcome': 'fault', 'http.response.status_code': 504 },
  isFault: true,
}

test('an unreachable collector costs its spans and one log line, but no memory and no delay of the stop', async () => {
  collector = await startFakeServer(response => response.writeHead(503).end())
  const faults: unknown[] = []
  const exporter = createOtlpExporter(
    { endpoint: collector.url, headers: {}, serviceName: 'ekyc-server', resourceAttributes: {} },
    { onFault: error => faults.push(error) },
  )
  for (let count = 1; count <= 6_000; count += 1)
    exporter.put({ ...span, spanId: count.toString(16).padStart(16, '0') })
  await exporter.stop()
  exporter.put(span)
  await exporter.stop()

  expect(faults).toHaveLength(1)
  // The exporter may send a batch again.
  const spanIds = new Set(collector.received.flatMap(({ body }) => body.match(/"spanId":"\w+"/g) ?? []))
  expect(spanIds.size).toBeGreaterThan(0)
  expect(spanIds.size).toBeLessThan(6_000)
})
