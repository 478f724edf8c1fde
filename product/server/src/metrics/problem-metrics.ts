import { Gauge, Registry } from 'prom-client'

import type { Metrics } from './metrics.ts'

/** The problems of the last examination by `admin doctor`, for a scraper. */
export function problemMetrics(): Pick<Metrics, 'read'> & { tell(problems: string[]): void } {
  const registry = new Registry()
  const registers = [registry]
  const problem = new Gauge({
    name: 'ekyc_doctor_problem',
    help: 'What admin doctor calls a problem; the value is always 1',
    labelNames: ['what'] as const,
    registers,
  })
  const examinedOn = new Gauge({
    name: 'ekyc_doctor_last_examination_timestamp_seconds',
    help: 'When admin doctor last looked',
    registers,
  })
  return {
    tell(problems) {
      problem.reset()
      for (const what of problems) problem.set({ what }, 1)
      examinedOn.setToCurrentTime()
    },
    read: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
  }
}
