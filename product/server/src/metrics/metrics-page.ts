import { once } from 'node:events'
import { createServer } from 'node:http'

import { Counter, Gauge, Histogram, Registry } from 'prom-client'

export type MetricsPage = ReturnType<typeof createMetricsPage>

export function createMetricsPage() {
  const registry = new Registry()
  const registers = [registry]
  return {
    registry,
    counter: <Label extends string = never>(name: string, help: string, labelNames: Label[] = []) =>
      new Counter({ name, help, labelNames, registers }),
    gauge: <Label extends string = never>(name: string, help: string, labelNames: Label[] = []) =>
      new Gauge({ name, help, labelNames, registers }),
    /** @param buckets in seconds */
    histogram: <Label extends string>(name: string, help: string, labelNames: Label[], buckets: number[]) =>
      new Histogram({ name, help, labelNames, buckets, registers }),
    read: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
  }
}

export function createDoctorMetrics(): Pick<MetricsPage, 'read'> & { tell(problems: string[]): void } {
  const page = createMetricsPage()
  const problem = page.gauge(
    'ekyc_doctor_problem',
    'What admin doctor calls a problem; the value is always 1',
    ['what'],
  )
  const examinedOn = page.gauge(
    'ekyc_doctor_last_examination_timestamp_seconds',
    'When admin doctor last looked',
  )
  return {
    tell(problems) {
      problem.reset()
      for (const what of problems) problem.set({ what }, 1)
      examinedOn.setToCurrentTime()
    },
    read: page.read,
  }
}

/** Scrapers on other machines read this page. The network must restrict access to the port. */
export async function serveMetrics(
  metrics: Pick<MetricsPage, 'read'>,
  address: { host: string; port: number },
): Promise<{ port: number; close(): Promise<void> }> {
  const server = createServer({ requestTimeout: 5_000 }, (request, response) => {
    if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    metrics.read().then(
      ({ contentType, text }) => response.writeHead(200, { 'content-type': contentType }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  await once(server.listen(address.port, address.host), 'listening')
  server.on('error', () => {})
  const bound = server.address()
  return {
    port: typeof bound === 'object' && bound ? bound.port : address.port,
    async close() {
      server.close().closeAllConnections()
      await once(server, 'close')
    },
  }
}
