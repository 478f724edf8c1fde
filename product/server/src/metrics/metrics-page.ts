import { createServer, type Server } from 'node:http'

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

/** For scrapers on other machines. The network must restrict access to the port. */
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
  await listening(server, address)
  const bound = server.address()
  return {
    port: typeof bound === 'object' && bound ? bound.port : address.port,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function listening(server: Server, { host, port }: { host: string; port: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(port, host, () => {
      server.off('error', reject).on('error', () => {})
      resolve()
    })
  })
}
