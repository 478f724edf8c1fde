import { captureTimeoutMs } from '@ekyc/contract/limits'
import {
  RdError,
  type PidData,
  type DeviceInfo,
  type Discovery,
  type RdService,
  type RdClient,
  type ServiceAddress,
} from '@ekyc/rd-client'

import { branding } from '../api/branding.ts'
import type { FoundDevice } from './found-device.ts'
import { knownScanners, learnScanners } from './known-scanners.ts'
import { beginAttempt, noteStep, recordedClient } from './last-attempt.ts'
import { qualityOf, type Quality, type QualityBounds } from './quality.ts'
import { noService, notReady, poorQuality, problemOf, type ScannerProblem } from './scanner-problem.ts'

export type ScanEvent =
  | { type: 'lookingStarted' }
  /** The scan that the agent cancelled still runs in the scanner. */
  | { type: 'lastScanRuns' }
  | { type: 'severalFound'; devices: readonly FoundDevice[] }
  | { type: 'deviceFound'; device: FoundDevice }
  | { type: 'captureStarted'; device: FoundDevice }
  | ({ type: 'captured' } & Captured)
  | { type: 'scanFailed'; problem: ScannerProblem }

export type Captured = { device: FoundDevice; capture: PidData; quality: Quality; capturedAt: number }

export type ScanDependencies = {
  emit: (event: ScanEvent) => void
  checks?: ScanChecks
  rd?: RdClient
  now?: () => number
  qualityBounds?: () => QualityBounds | undefined
}

/** With checks, DEVICEINFO has to answer, and the scan ends before the finger, until `capture` is called. */
export type ScanChecks = {
  /** Tells whether the scan goes on with one of its services. */
  discovery(discovery: Discovery): boolean
  /** Tells whether DEVICEINFO may be asked. */
  service(service: RdService): boolean
  device(device: FoundDevice, signal: AbortSignal): Promise<void>
}

type Run = { signal: AbortSignal; tell: ScanDependencies['emit'] } & Pick<Options, 'wadh' | 'isIris'>
type Options = { wadh?: string; isIris?: boolean; remembered?: ServiceAddress | undefined }

/** A scanner that was cancelled is free again within its own time-out; the rest is for its answer. */
const freeAfterMs = captureTimeoutMs + 5000
const askAgainMs = 500
const busyCode = '710'

/**
 * Walks from the computer's device services to a fingerprint, and reports it as events. DEVICEINFO and CAPTURE go to one
 * device only. A new walk and `cancel` end the one before.
 */
export function createScan({
  emit,
  checks,
  rd = recordedClient(),
  now = () => Date.now(),
  qualityBounds = () => branding().captureQuality,
}: ScanDependencies) {
  let controller = new AbortController()
  let isCapturing = false
  let cancelledAt = -Infinity

  return {
    /** Discovers the scanners. Goes on if exactly one of them may be used. */
    start: ({ remembered, ...options }: Options) =>
      begin(options, async run => {
        beginAttempt()
        run.tell({ type: 'lookingStarted' })
        const services = usable(await discover(remembered, run), remembered, run)
        const [only] = services
        if (!only) return
        if (services.length === 1) return meet({ service: only, info: undefined }, run)
        const devices = await Promise.all(
          services.map(async service => ({ service, info: checks ? undefined : await infoOf(service, run) })),
        )
        run.tell({ type: 'severalFound', devices })
      }),
    /** Goes on with the scanner that the agent chose. */
    choose: (device: FoundDevice, options: Options) => begin(options, run => meet(device, run)),
    capture: (device: FoundDevice, options: Options) => begin(options, run => capture(device, run)),
    cancel(): void {
      controller.abort()
      if (isCapturing) cancelledAt = now()
      isCapturing = false
    },
  }

  async function begin({ wadh, isIris }: Options, walk: (run: Run) => Promise<void>): Promise<void> {
    controller.abort()
    controller = new AbortController()
    const { signal } = controller
    const tell = (event: ScanEvent) => {
      if (signal.aborted) return
      isCapturing = event.type === 'captureStarted'
      noteStep(event.type)
      emit(event)
    }
    try {
      await walk({ signal, tell, ...(wadh !== undefined && { wadh }), ...(isIris && { isIris }) })
    } catch (error) {
      const problem = problemOf(error)
      if (problem) tell({ type: 'scanFailed', problem })
    }
  }

  /** No verb of the device service stops a capture, so a scan after Cancel waits until the scanner is free. */
  async function discover(remembered: ServiceAddress | undefined, run: Run): Promise<Discovery> {
    // The device check looks at every port, and so learns of a scanner that is new on a known computer.
    const known = checks ? [] : [...(remembered ? [remembered] : []), ...knownScanners()]
    const discovery = await rd.discover({ known, signal: run.signal })
    learnScanners(discovery.services)
    const isBusy =
      discovery.services.some(({ state }) => state === 'in-use') &&
      !discovery.services.some(({ state }) => state === 'ready')
    if (!isBusy || !isFinishing(run)) return discovery
    run.tell({ type: 'lastScanRuns' })
    await pause(askAgainMs)
    return discover(remembered, run)
  }

  /** The scanner of the last scan is used without a question. */
  function usable(
    discovery: Discovery,
    remembered: ServiceAddress | undefined,
    { signal, tell }: Run,
  ): readonly RdService[] {
    signal.throwIfAborted()
    if (checks) return checks.discovery(discovery) ? discovery.services : []
    const ready = discovery.services.filter(({ state }) => state === 'ready')
    const [first] = discovery.services
    if (ready.length === 0)
      tell({ type: 'scanFailed', problem: first ? notReady(first) : noService(discovery) })
    const last = ready.find(
      ({ scheme, host, port }) =>
        scheme === remembered?.scheme && host === remembered.host && port === remembered.port,
    )
    return last ? [last] : ready
  }

  async function meet({ service, info }: FoundDevice, run: Run): Promise<void> {
    if (checks?.service(service) === false) return undefined
    run.tell({ type: 'deviceFound', device: { service, info } })
    const device = { service, info: info ?? (await infoOf(service, run)) }
    run.signal.throwIfAborted()
    return checks ? checks.device(device, run.signal) : capture(device, run)
  }

  /** Without checks it is the device's name for the screen: a service that fails DEVICEINFO may still capture. */
  async function infoOf(service: RdService, { signal }: Run): Promise<DeviceInfo | undefined> {
    const info = rd.deviceInfo(service, { signal })
    return checks ? info : info.catch(() => undefined)
  }

  async function capture(device: FoundDevice, run: Run): Promise<void> {
    run.tell({ type: 'captureStarted', device })
    const take = () =>
      rd.capture(device.service, { wadh: run.wadh, ...(run.isIris && { iCount: 1 }) }, { signal: run.signal })
    const captured = await take().catch((error: unknown) => whenFree(error, take, device, run))
    const quality = qualityOf(captured, qualityBounds())
    if (quality.kind === 'poor' && !checks)
      return run.tell({ type: 'scanFailed', problem: poorQuality(quality.score) })
    const scanner = { ...device, info: captured.deviceInfo }
    return run.tell({ type: 'captured', device: scanner, capture: captured, quality, capturedAt: now() })
  }

  /** Some drivers report READY during a capture and refuse only the second capture. */
  async function whenFree(
    refused: unknown,
    take: () => Promise<PidData>,
    device: FoundDevice,
    run: Run,
  ): Promise<PidData> {
    const isBusy = refused instanceof RdError && refused.deviceCode === busyCode
    if (!isBusy || !isFinishing(run)) throw refused
    run.tell({ type: 'lastScanRuns' })
    await pause(askAgainMs)
    // A busy scanner refuses at once: a capture that stays open has begun.
    const begun = setTimeout(() => run.tell({ type: 'captureStarted', device }), askAgainMs)
    return take()
      .catch((again: unknown) => {
        clearTimeout(begun)
        return whenFree(again, take, device, run)
      })
      .finally(() => clearTimeout(begun))
  }

  function isFinishing({ signal }: Run): boolean {
    return !signal.aborted && now() - cancelledAt < freeAfterMs
  }
}

function pause(ms: number): Promise<void> {
  return new Promise(resolve => {
    setTimeout(resolve, ms)
  })
}
