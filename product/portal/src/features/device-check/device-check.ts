import { serverNow } from '@ekyc/ui/server-clock.ts'
import { branding } from '../../api/branding.ts'
import { captureWarning, type CaptureWarning } from '../../scanner/capture-warning.ts'
import type { FoundDevice } from '../../scanner/found-device.ts'
import type { Quality } from '../../scanner/quality.ts'
import type { Captured } from '../../scanner/scan.ts'
import { nextScanner, type Scanner, type ScannerEvent } from '../../scanner/scanner-state.ts'

/** A device check: discovery, the device's own facts, and one trial scan, on the states that Do KYC has too. */
type DeviceCheck = {
  scanner: Scanner
  /** The device that has told its facts. */
  device?: FoundDevice
  /** The outcome of the trial scan, without biometric data. */
  result?: TrialResult
}

type TrialResult = { quality: Quality; warning: CaptureWarning | undefined }

type DeviceCheckEvent = ScannerEvent | { type: 'deviceMet'; device: FoundDevice }

export const notStarted: DeviceCheck = { scanner: { at: 'idle' } }

export function deviceCheck(check: DeviceCheck, event: DeviceCheckEvent): DeviceCheck {
  switch (event.type) {
    case 'lookingStarted':
      return { scanner: nextScanner(check.device ? { at: 'idle' } : check.scanner, event) }
    case 'deviceMet':
      return { scanner: { at: 'ready', device: event.device }, device: event.device }
    case 'captured':
      return { scanner: { at: 'idle' }, device: event.device, result: resultOf(event) }
    case 'scanCancelled':
      return check.device
        ? { scanner: { at: 'ready', device: check.device }, device: check.device }
        : { scanner: { at: 'idle' } }
    default:
      return { ...check, scanner: nextScanner(check.scanner, event) }
  }
}

/** Reads the capture's faults, so that the state keeps nothing of the finger. */
function resultOf({ quality, capture }: Captured): TrialResult {
  const { level1Only = false } = branding()
  return { quality, warning: captureWarning(capture, serverNow(), level1Only) }
}
