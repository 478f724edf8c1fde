import { Counter, Gauge, Histogram, Registry } from 'prom-client'

export type MetricsPage = ReturnType<typeof createMetricsPage>

/** Makes an empty page of metrics in Prometheus' text format, with functions that add metrics to the page. */
export function createMetricsPage() {
  const registry = new Registry()
  const registers = [registry]
  return {
    registry,
    counter: <Label extends string = never>(name: string, help: string, labelNames: Label[] = []) =>
      new Counter({ name, help, labelNames, registers }),
    gauge: <Label extends string = never>(name: string, help: string, labelNames: Label[] = []) =>
      new Gauge({ name, help, labelNames, registers }),
    /** @param buckets the upper bounds of the buckets, in seconds */
    histogram: <Label extends string>(name: string, help: string, labelNames: Label[], buckets: number[]) =>
      new Histogram({ name, help, labelNames, buckets, registers }),
    read: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
  }
}
