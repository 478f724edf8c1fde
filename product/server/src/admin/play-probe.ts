import { setTimeout as sleep } from 'node:timers/promises'

import { probeSettingsFrom } from '../config/config-from.ts'
import { probeMetrics } from '../metrics/probe-metrics.ts'
import { serveMetrics } from '../metrics/serve-metrics.ts'
import { createProbe, type PlayedStep } from '../probe/probe.ts'

/**
 * Plays a KYC as the synthetic agent. With a pause, plays again after each pause, and serves the result at METRICS_PORT
 * if this setting is present.
 * @param pauseMs the pause in ms; undefined plays once
 */
export async function playProbe(
  env: NodeJS.ProcessEnv,
  pauseMs: number | undefined,
  show: (steps: PlayedStep[]) => Promise<void>,
): Promise<void> {
  const settings = probeSettingsFrom(env)
  const probe = createProbe(settings)
  if (pauseMs === undefined) {
    await show(await probe.run())
    // The error is ignored, because the result is shown already, and a session that cannot be ended expires by itself.
    return probe.end().catch(() => {})
  }
  const { host, metricsPort: port } = settings
  const metrics = probeMetrics()
  if (port !== undefined) await serveMetrics(metrics, { host, port })
  for (;;) {
    const steps = await probe.run()
    metrics.tell(steps)
    await show(steps)
    await sleep(pauseMs)
  }
}
