import { Gauge, Registry } from 'prom-client'

import type { Metrics } from './metrics.ts'

type Played = { step: string; seconds: number; problem: string | undefined }

/** The result of the last run of `admin probe`, for a scraper. A step that was not played has no series. */
export function probeMetrics(): Pick<Metrics, 'read'> & { tell(steps: Played[]): void } {
  const registry = new Registry()
  const registers = [registry]
  const success = new Gauge({
    name: 'ekyc_probe_success',
    help: '1 when the synthetic agent played all its steps; ekyc_probe_step_success says which these are',
    registers,
  })
  const byStep = { labelNames: ['step'] as const, registers }
  const ofStep = new Gauge({
    name: 'ekyc_probe_step_success',
    help: '1 when the step succeeded, 0 when it ended the run',
    ...byStep,
  })
  const duration = new Gauge({
    name: 'ekyc_probe_step_duration_seconds',
    help: 'Time of each step of the last run',
    ...byStep,
  })
  const ranOn = new Gauge({
    name: 'ekyc_probe_last_run_timestamp_seconds',
    help: 'When the synthetic agent last ended a run',
    registers,
  })
  return {
    tell(steps) {
      ofStep.reset()
      duration.reset()
      for (const { step, seconds, problem } of steps) {
        ofStep.set({ step }, problem === undefined ? 1 : 0)
        duration.set({ step }, seconds)
      }
      success.set(steps.every(({ problem }) => problem === undefined) ? 1 : 0)
      ranOn.setToCurrentTime()
    },
    read: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
  }
}
