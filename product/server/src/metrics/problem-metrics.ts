import type { Metrics } from './metrics.ts'
import { createMetricsPage } from './metrics-page.ts'

/** Creates the page of metrics about the problems that the last run of `admin doctor` has found. */
export function problemMetrics(): Pick<Metrics, 'read'> & { tell(problems: string[]): void } {
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
