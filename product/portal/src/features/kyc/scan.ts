import { captureTimeoutMs } from '@ekyc/contract/limits'
import { RdError, type Capture, type FoundService, type RdClient, type ServiceAddress } from '@ekyc/rd-client'

import type { FoundDevice } from '../../scanner/found-device.ts'
import { qualityOf, type QualityBounds } from '../../scanner/quality.ts'
import { noService, notReady, poorQuality, problemOf } from '../../scanner/scanner-problem.ts'
import { untilAborted } from '../../scanner/use-run.ts'
import type { ScannerEvent } from './do-kyc.ts'

export type ScanOptions = {
  wadh: string
  signal: AbortSignal
  /** When the agent last cancelled a running capture, in epoch milliseconds. */
  cancelledAt?: number | undefined
}

/** A scanner that was cancelled is free again within its own time-out; the rest is for its answer. */
const freeAfterMs = captureTimeoutMs + 5000
const askAgainMs = 500
const busyCode = '710'

type Retry = { device: FoundDevice; options: ScanOptions; emit: (event: ScannerEvent) => void }

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
    start: (options: ScanOptions & { remembered: ServiceAddress | undefined }) =>
      reportFailure(options.signal, async emit => {
        emit({ type: 'lookingStarted' })
        const { services, ports } = await discover(options, emit)
        const ready = services.filter(service => service.state === 'ready')
        const [only] = ready
        if (!only) {
          const [first] = services
          emit({ type: 'scanFailed', problem: first ? notReady(first) : noService(ports) })
        } else if (ready.length > 1) {
          const devices = await Promise.all(ready.map(service => withInfo(service, options.signal)))
          emit({ type: 'severalFound', devices })
        } else {
          await capture({ service: only, info: undefined }, options)
        }
      }),
    /** Captures a finger with the scanner that the agent chose. */
    captureWith: (device: FoundDevice, options: ScanOptions) =>
      reportFailure(options.signal, () => capture(device, options)),
  }

  /** No verb of the device service stops a capture, so a scan after Cancel waits until the scanner is free. */
  async function discover(
    options: ScanOptions & { remembered: ServiceAddress | undefined },
    emit: (event: ScannerEvent) => void,
  ): ReturnType<RdClient['discover']> {
    const { remembered, signal } = options
    const found = await rd.discover({ remembered, signal })
    const isBusy =
      found.services.some(({ state }) => state === 'in-use') &&
      !found.services.some(({ state }) => state === 'ready')
    if (!isBusy || !isFinishing(options)) return found
    emit({ type: 'lastScanRuns' })
    await pause(askAgainMs)
    return discover(options, emit)
  }

  async function capture(found: FoundDevice, options: ScanOptions): Promise<void> {
    const { wadh, signal } = options
    const emit = untilAborted(signal, dependencies.emit)
    emit({ type: 'deviceFound', device: found })
    const device = found.info ? found : await withInfo(found.service, signal)
    emit({ type: 'captureStarted', device })
    const take = () => rd.capture(device.service, { wadh }, { signal })
    const captured = await take().catch((error: unknown) => whenFree(error, take, { device, options, emit }))
    const quality = qualityOf(captured, dependencies.qualityBounds())
    if (quality.kind === 'poor') return emit({ type: 'scanFailed', problem: poorQuality(quality.score) })
    const known = { ...device, info: captured.deviceInfo }
    emit({ type: 'captured', device: known, capture: captured, quality, capturedAt: now() })
  }

  /** Some drivers report READY during a capture and refuse only the second capture. */
  async function whenFree(refused: unknown, take: () => Promise<Capture>, around: Retry): Promise<Capture> {
    const { device, options, emit } = around
    const isBusy = refused instanceof RdError && refused.deviceCode === busyCode
    if (!isBusy || !isFinishing(options)) throw refused
    emit({ type: 'lastScanRuns' })
    await pause(askAgainMs)
    // A busy scanner refuses at once: a capture that stays open has begun.
    const begun = setTimeout(() => emit({ type: 'captureStarted', device }), askAgainMs)
    return take()
      .catch((again: unknown) => {
        clearTimeout(begun)
        return whenFree(again, take, around)
      })
      .finally(() => clearTimeout(begun))
  }

  function isFinishing({ cancelledAt, signal }: ScanOptions): boolean {
    return !signal.aborted && cancelledAt !== undefined && now() - cancelledAt < freeAfterMs
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

function pause(ms: number): Promise<void> {
  return new Promise(resolve => {
    setTimeout(resolve, ms)
  })
}
