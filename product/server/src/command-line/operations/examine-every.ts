import { setTimeout as sleep } from 'node:timers/promises'

import { examineSettings } from '../../config/config-from.ts'
import type { Finding } from '../../doctor/finding.ts'
import { problemMetrics, serveMetrics } from '../../metrics/metrics-page.ts'

/** Examines the set-up again after each pause. Serves the problems as metrics if METRICS_PORT is set. */
export async function examineEvery(
  env: NodeJS.ProcessEnv,
  options: {
    examine: () => Promise<Finding[]>
    pauseMs: number
    show: (findings: Finding[]) => Promise<void>
  },
): Promise<never> {
  const { host, metricsPort: port } = examineSettings(env).config
  const metrics = problemMetrics()
  if (port !== undefined) await serveMetrics(metrics, { host, port })
  for (;;) {
    const findings = await options.examine()
    metrics.tell(findings.flatMap(({ what, state }) => (state === 'problem' ? [what] : [])))
    await options.show(findings)
    await sleep(options.pauseMs)
  }
}
