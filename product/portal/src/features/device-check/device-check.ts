import { createRdClient, type Discovery, type RdClient, type RdService } from '@ekyc/rd-client'

import { branding, type KnownBranding } from '../../api/branding.ts'
import { measureClock } from '../../api/measure-clock.ts'
import { serverNow } from '@ekyc/ui/server-clock.ts'
import type { FoundDevice } from '../../scanner/found-device.ts'
import type { Quality } from '../../scanner/quality.ts'
import { createScan, type ScanEvent } from '../../scanner/scan.ts'
import { isLocalPage, type ScannerProblem } from '../../scanner/scanner-problem.ts'
import { thisBrowser, type ThisBrowser } from '../../scanner/this-browser.ts'
import { failedCheck } from './finding.ts'
import { findingsOf } from './findings.ts'

export type DeviceCheck = { at: Stage; facts: Facts }

/** At 'own-finger', all checks before the scan have run, and none of them has failed. */
export type Stage = 'start' | 'checking' | 'choosing' | 'own-finger' | 'scanning' | End
export type End = 'done' | 'unscanned' | 'failed' | 'stopped'

/** The facts that the check has collected, without biometric data. */
export type Facts = {
  browser: ThisBrowser
  isSecure: boolean
  isLocal: boolean
  bank: KnownBranding
  discovery?: Discovery
  device?: FoundDevice
  /** The server's time when the device sent its certificate. */
  toldOn?: Date
  /** The server's clock minus this computer's clock; undefined if the difference is unknown. */
  clock?: { offsetMs: number | undefined }
  /** `awayMs` is the device's clock minus the server's clock. */
  scan?: { quality: Quality; awayMs: number }
  problem?: ScannerProblem
}

/**
 * Creates a device check, which runs the checks and one scan. The checks before the scan pause while the agent chooses
 * between device services. The checks end at a bad finding, or when all of them have run.
 */
export function createDeviceCheck({
  show,
  begin = notStarted,
  rd,
}: {
  show: (check: DeviceCheck) => void
  begin?: () => DeviceCheck
  rd?: RdClient
}) {
  let check = begin()
  const scan = createScan({
    emit: takeEvent,
    rd: rd ?? createRdClient(),
    checks: {
      discovery: discovery => advance('checking', { discovery }),
      service: service => advance('checking', { device: { service, info: undefined } }),
      async device(device, signal) {
        if (!advance('checking', { device, toldOn: serverNow() })) return
        const clock = { offsetMs: await measureClock(signal) }
        if (!signal.aborted) advance('own-finger', { clock })
      },
    },
  })

  return {
    async start(): Promise<void> {
      check = begin()
      if (advance('checking')) await scan.start({})
    },
    choose: (service: RdService) => scan.choose({ service, info: undefined }, {}),
    /** Captures one finger of the agent without a wadh, so that no order accepts the capture. */
    async scan(): Promise<void> {
      if (check.at === 'own-finger' && check.facts.device) await scan.capture(check.facts.device, {})
    },
    leave: scan.cancel,
    goTo(stage: 'own-finger' | 'unscanned' | 'stopped'): void {
      scan.cancel()
      advance(stage)
    },
  }

  function takeEvent(event: ScanEvent): void {
    switch (event.type) {
      case 'lookingStarted':
      case 'deviceFound':
      case 'lastScanRuns':
        return void advance('checking')
      case 'severalFound':
        return void advance('choosing')
      case 'captureStarted':
        return void advance('scanning')
      case 'captured': {
        const { quality, capture } = event
        const awayMs = Date.parse(`${capture.pidTimestamp}+05:30`) - serverNow().getTime()
        return void advance('done', { scan: { quality, awayMs } })
      }
      case 'scanFailed':
        return void advance('failed', { problem: event.problem })
    }
  }

  /** Returns false if a finding is bad, because a bad finding ends the check. */
  function advance(at: Stage, fact: Partial<Facts> = {}): boolean {
    const facts = { ...check.facts, ...fact }
    const hasFailed = failedCheck(findingsOf(facts)) !== undefined
    check = { at: hasFailed ? 'failed' : at, facts }
    show(check)
    return !hasFailed
  }
}

export function isEnd(at: Stage): at is End {
  return at === 'done' || at === 'unscanned' || at === 'failed' || at === 'stopped'
}

export function notStarted(): DeviceCheck {
  const page = { browser: thisBrowser(), isSecure: window.isSecureContext, isLocal: isLocalPage() }
  return { at: 'start', facts: { ...page, bank: branding() } }
}
