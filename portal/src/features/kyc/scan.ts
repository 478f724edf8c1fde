import type { FoundService, RdClient, ServiceAddress } from '@ekyc/rd-client'

import type { FoundDevice } from '../../scanner/found-device.ts'
import { qualityOf, type QualityBounds } from '../../scanner/quality.ts'
import { noService, notReady, poorQuality, problemOf } from '../../scanner/scanner-problem.ts'
import { untilAborted } from '../../scanner/use-run.ts'
import type { ScannerEvent } from './do-kyc.ts'

export type ScanOptions = { wadh: string; signal: AbortSignal }

/** Runs one scan and reports it as events. DEVICEINFO and CAPTURE go to one device only. */
export function createScan(dependencies: {
  rd: RdClient
  emit: (event: ScannerEvent) => void
  now: () => number
  qualityBounds: () => QualityBounds | undefined
}) {
  const { rd, now } = dependencies

  return {
    /** Discovers the scanners. Captures a finger if exactly one of them is ready. */
    start: ({ wadh, remembered, signal }: ScanOptions & { remembered: ServiceAddress | undefined }) =>
      reportFailure(signal, async emit => {
        emit({ type: 'lookingStarted' })
        const { services, ports } = await rd.discover({ remembered, signal })
        const ready = services.filter(service => service.state === 'ready')
        const [only] = ready
        if (!only) {
          const [first] = services
          emit({ type: 'scanFailed', problem: first ? notReady(first) : noService(ports) })
        } else if (ready.length > 1) {
          const devices = await Promise.all(ready.map(service => withInfo(service, signal)))
          emit({ type: 'severalFound', devices })
        } else {
          await capture({ service: only, info: undefined }, { wadh, signal })
        }
      }),
    /** Captures a finger with the scanner that the agent chose. */
    captureWith: (device: FoundDevice, options: ScanOptions) =>
      reportFailure(options.signal, () => capture(device, options)),
  }

  async function capture(found: FoundDevice, { wadh, signal }: ScanOptions): Promise<void> {
    const emit = untilAborted(signal, dependencies.emit)
    emit({ type: 'deviceFound', device: found })
    const device = found.info ? found : await withInfo(found.service, signal)
    emit({ type: 'captureStarted', device })
    const captured = await rd.capture(device.service, { wadh }, { signal })
    const quality = qualityOf(captured, dependencies.qualityBounds())
    if (quality.kind === 'poor') return emit({ type: 'scanFailed', problem: poorQuality(quality.score) })
    const known = { ...device, info: captured.deviceInfo }
    emit({ type: 'captured', device: known, capture: captured, quality, capturedAt: now() })
  }

  /** Adds the device's name, which is for display only: a service that fails DEVICEINFO may still capture. */
  async function withInfo(service: FoundService, signal: AbortSignal): Promise<FoundDevice> {
    const info = await rd.deviceInfo(service, { signal }).catch(() => undefined)
    return { service, info }
  }

  async function reportFailure(
    signal: AbortSignal,
    work: (emit: (event: ScannerEvent) => void) => Promise<void>,
  ): Promise<void> {
    const emit = untilAborted(signal, dependencies.emit)
    try {
      await work(emit)
    } catch (error) {
      const problem = problemOf(error)
      if (problem) emit({ type: 'scanFailed', problem })
    }
  }
}
