import { afterEach, expect, test } from 'vitest'

import { buildInfo } from '../process/build-info.ts'
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

test('spans reach a collector as OTLP/HTTP in JSON, also those that wait at the stop', async () => {
  collector = await startFakeServer(response => response.end('{}'))
  const exporter = createOtlpExporter(
    {
      endpoint: `${collector.url}/`,
      headers: { 'x-key': 'k' },
      serviceName: 'ekyc-server',
      resourceAttributes: { 'deployment.environment.name': 'pilot' },
    },
    { onFault: error => expect.unreachable(String(error)) },
  )
  exporter.put(span)
  exporter.put({
    ...span,
    spanId: '1111111111111111',
    parentSpanId: span.spanId,
    kind: 'client',
    isFault: false,
  })
  await exporter.stop()

  expect(collector.received).toHaveLength(1)
  expect(collector.received[0]).toMatchObject({
    path: '/v1/traces',
    headers: { 'x-key': 'k', 'content-type': 'application/json' },
  })
  const { resourceSpans } = JSON.parse(collector.received[0]?.body ?? '') as {
    resourceSpans: { resource: object; scopeSpans: { spans: object[] }[] }[]
  }
  expect(resourceSpans[0]?.resource).toMatchObject({
    attributes: [
      { key: 'service.version', value: { stringValue: buildInfo.version } },
      { key: 'service.instance.id', value: { stringValue: expect.stringMatching(/^[0-9a-f-]{36}$/) } },
      { key: 'deployment.environment.name', value: { stringValue: 'pilot' } },
      { key: 'service.name', value: { stringValue: 'ekyc-server' } },
      { key: 'vcs.ref.head.revision', value: { stringValue: buildInfo.commit } },
    ],
  })
  const spans = resourceSpans[0]?.scopeSpans[0]?.spans ?? []
  expect(spans[0]).toMatchObject({
    traceId: span.traceId,
    spanId: span.spanId,
    name: 'submitOrder',
    kind: 2,
    startTimeUnixNano: '1804660200000000000',
    endTimeUnixNano: '1804660200250000000',
    attributes: [
      { key: 'ekyc.outcome', value: { stringValue: 'fault' } },
      { key: 'http.response.status_code', value: { intValue: 504 } },
    ],
    status: { code: 2 },
  })
  expect(spans[1]).toMatchObject({ parentSpanId: span.spanId, kind: 3, status: { code: 0 } })
})
