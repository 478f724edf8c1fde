import { captureTimeoutMs, captureQuality } from '@ekyc/contract/limits'
import {
  createRdClient,
  RdError,
  type PidData,
  type DeviceInfo,
  type Discovery,
  type RdService,
  type RdClient,
  type ServiceAddress,
  isServiceAddress,
} from '@ekyc/rd-client'
import { serverNow } from '@ekyc/ui/browser/server-clock.ts'
import { storedText } from '@ekyc/ui/browser/stored-text.ts'

import { branding } from '../api/branding.ts'
import { noService, notReady, poorQuality, problemOf, type ScannerProblem } from './scanner-problem.ts'

export type FoundDevice = { service: RdService; info: DeviceInfo | undefined }

export type ScanEvent =
  | { type: 'lookingStarted' }
  | { type: 'lastScanRuns' }
  | { type: 'severalFound'; devices: readonly FoundDevice[] }
  | { type: 'deviceFound'; device: FoundDevice }
  | { type: 'captureStarted'; device: FoundDevice }
  | ({ type: 'captured' } & Captured)
  | { type: 'scanFailed'; problem: ScannerProblem; attempt: Attempt }

export type Attempt = { from: Date; to: Date; device?: FoundDevice | undefined }

export type Captured = { device: FoundDevice; capture: PidData; quality: Quality; capturedAt: number }

type ScanDependencies = {
  emit: (event: ScanEvent) => void
  /** Makes the scan a trial: a scan that waits for `capture` when it has met a device, of which it tells `onMet`. */
  onMet?: ((device: FoundDevice) => void) | undefined
  rd?: RdClient
}

type Run = {
  signal: AbortSignal
  tell: ScanDependencies['emit']
  fail: (problem: ScannerProblem, device?: FoundDevice) => void
} & Pick<Options, 'wadh'>
type Options = { wadh?: string; remembered?: ServiceAddress | undefined }

/** The time after which a cancelled scanner is free again, in ms: the scanner's own time-out and 5 s for its answer. */
const freeAfterMs = captureTimeoutMs + 5000
const askAgainMs = 500
const busyCode = '710'

/** Calls CAPTURE of one device only. A new scan and `cancel` end the running one. */
export function createScan({ emit, onMet, rd = createRdClient() }: ScanDependencies) {
  let controller = new AbortController()
  let isCapturing = false
  let cancelledAt = -Infinity

  return {
    start: ({ remembered, ...options }: Options) =>
      begin(options, async run => {
        run.tell({ type: 'lookingStarted' })
        const services = usable(await discover(remembered, run), remembered, run)
        const [only] = services
        if (!only) return
        if (services.length === 1) return meet({ service: only, info: undefined }, run)
        const devices = await Promise.all(
          services.map(async service => ({
            service,
            info: await infoOf(service, run).catch(() => undefined),
          })),
        )
        run.tell({ type: 'severalFound', devices })
      }),
    choose: (device: FoundDevice, options: Options) => begin(options, run => meet(device, run)),
    capture: (device: FoundDevice, options: Options) => begin(options, run => capture(device, run)),
    cancel(): void {
      controller.abort()
      if (isCapturing) cancelledAt = Date.now()
      isCapturing = false
    },
  }

  async function begin({ wadh }: Options, walk: (run: Run) => Promise<void>): Promise<void> {
    controller.abort()
    controller = new AbortController()
    const { signal } = controller
    const from = serverNow()
    let device: FoundDevice | undefined
    const tell = (event: ScanEvent) => {
      if (signal.aborted) return
      isCapturing = event.type === 'captureStarted'
      if ('device' in event) device = event.device
      emit(event)
    }
    const fail: Run['fail'] = (problem, met = device) =>
      tell({ type: 'scanFailed', problem, attempt: { from, to: serverNow(), device: met } })
    try {
      await walk({ signal, tell, fail, ...(wadh !== undefined && { wadh }) })
    } catch (error) {
      const problem = problemOf(error)
      if (problem) fail(problem)
    }
  }

  /** No call can stop a capture, so a scan after Cancel waits until the capture ends. */
  async function discover(remembered: ServiceAddress | undefined, run: Run): Promise<Discovery> {
    // A trial ignores known addresses, so that it also finds a new scanner.
    const known = onMet ? [] : [...(remembered ? [remembered] : []), ...knownScanners()]
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

  /** Returns the usable services, or only the last scan's service if that is ready, to spare the agent the choice. */
  function usable(
    discovery: Discovery,
    remembered: ServiceAddress | undefined,
    { signal, fail }: Run,
  ): readonly RdService[] {
    signal.throwIfAborted()
    const ready = discovery.services.filter(({ state }) => state === 'ready')
    const [first] = discovery.services
    if (ready.length === 0)
      if (first) fail(notReady(first), { service: first, info: undefined })
      else fail(noService(discovery))
    const last = ready.find(
      ({ scheme, host, port }) =>
        scheme === remembered?.scheme && host === remembered.host && port === remembered.port,
    )
    return last ? [last] : ready
  }

  async function meet({ service, info }: FoundDevice, run: Run): Promise<void> {
    run.tell({ type: 'deviceFound', device: { service, info } })
    const device = { service, info: info ?? (await infoOf(service, run)) }
    run.signal.throwIfAborted()
    return onMet ? onMet(device) : capture(device, run)
  }

  /** Throws an error in a trial alone. Do KYC ignores it, because the service may still capture. */
  async function infoOf(service: RdService, { signal }: Run): Promise<DeviceInfo | undefined> {
    const info = rd.deviceInfo(service, { signal })
    return onMet ? info : info.catch(() => undefined)
  }

  async function capture(device: FoundDevice, run: Run): Promise<void> {
    run.tell({ type: 'captureStarted', device })
    const take = () => rd.capture(device.service, { wadh: run.wadh }, { signal: run.signal })
    const captured = await take().catch((error: unknown) => whenFree(error, take, device, run))
    const quality = qualityOf(captured, branding().captureQuality)
    if (quality.kind === 'poor') return run.fail(poorQuality(quality.score))
    const scanner = { ...device, info: captured.deviceInfo }
    return run.tell({ type: 'captured', device: scanner, capture: captured, quality, capturedAt: Date.now() })
  }

  /** Tries a refused capture again, because some drivers report READY while they still run a cancelled scan. */
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
    // A busy scanner refuses at once. If the call is still open after askAgainMs, the capture has therefore begun.
    const begun = setTimeout(() => run.tell({ type: 'captureStarted', device }), askAgainMs)
    return take()
      .catch((again: unknown) => {
        clearTimeout(begun)
        return whenFree(again, take, device, run)
      })
      .finally(() => clearTimeout(begun))
  }

  function isFinishing({ signal }: Run): boolean {
    return !signal.aborted && Date.now() - cancelledAt < freeAfterMs
  }
}

function pause(ms: number): Promise<void> {
  return new Promise(resolve => {
    setTimeout(resolve, ms)
  })
}

/** The addresses that the last successful search found, even in an earlier session. Do KYC asks them first. */
const scanners = storedText('localStorage', 'device.scanners')

function knownScanners(): ServiceAddress[] {
  const stored = scanners.json()
  return Array.isArray(stored) ? stored.filter(isServiceAddress) : []
}

export function learnScanners(services: readonly ServiceAddress[]): void {
  if (services.length === 0) return
  const addresses = services.map(({ scheme, host, port }) => ({ scheme, host, port }))
  scanners.write(JSON.stringify(addresses))
}

/** The quality of a taken scan. With 'fair', the portal recommends another scan. */
export type Quality = { kind: 'unknown' } | { kind: 'good' | 'fair'; score: number }

/** Rates a capture by its lowest score, because the authority compares every finger. */
export function qualityOf(
  { qScore, deviceInfo }: Pick<PidData, 'qScore'> & { deviceInfo: { dpId: string } },
  { advise, refuse }: { advise: number; refuse: number } = captureQuality,
): Quality | { kind: 'poor'; score: number } {
  const scores = /startek|acpl/i.test(deviceInfo.dpId) ? qScore.filter(score => score > startekScale) : qScore
  if (scores.length === 0) return { kind: 'unknown' }
  const score = Math.min(...scores)
  return { kind: score < refuse ? 'poor' : score < advise ? 'fair' : 'good', score }
}

/** The top score of some Startek (ACPL) drivers, which score 1 to 3 instead of 0 to 100 and do not report the scale. */
const startekScale = 3
