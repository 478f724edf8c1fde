import type { Metrics } from './metrics.ts'
import { createMetricsPage } from './metrics-page.ts'

type Played = { step: string; seconds: number; problem: string | undefined }

/** Creates the page of metrics about the last run of `admin probe`. A step that was not played has no series. */
export function probeMetrics(): Pick<Metrics, 'read'> & { tell(steps: Played[]): void } {
  const page = createMetricsPage()
  const success = page.gauge(
    'ekyc_probe_success',
    '1 when the synthetic agent played all its steps; ekyc_probe_step_success says which these are',
  )
  const ofStep = page.gauge('ekyc_probe_step_success', '1 when the step succeeded, 0 when it ended the run', [
    'step',
  ])
  const duration = page.gauge('ekyc_probe_step_duration_seconds', 'Time of each step of the last run', [
    'step',
  ])
  const ranOn = page.gauge(
    'ekyc_probe_last_run_timestamp_seconds',
    'When the synthetic agent last ended a run',
  )
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
    read: page.read,
  }
}
