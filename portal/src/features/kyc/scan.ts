import type { FoundService, RdClient, ServiceAddress } from '@ekyc/rd-client'

import type { FoundDevice } from '../../scanner/found-device.ts'
import { qualityOf, type QualityBounds } from '../../scanner/quality.ts'
import {
  noService,
  notReady,
  poorQuality,
  problemOf,
  questionUnanswered,
  willAsk,
} from '../../scanner/scanner-problem.ts'
import type { ScannerEvent } from './do-kyc.ts'

export type Scan = {
  /** Finds the scanner and, where there is but one, has it read a finger. */
  start(options: { wadh: string; remembered: ServiceAddress | undefined; signal: AbortSignal }): Promise<void>
  /** Goes on with the scanner that the agent chose. */
  use(device: FoundDevice, options: { wadh: string; signal: AbortSignal }): Promise<void>
}

/**
 * One scan from the click to the captured finger, told as events. DEVICEINFO and CAPTURE go to one device only. After
 * its signal is aborted a run tells nothing any more.
 */
export function createScan(dependencies: {
  rd: RdClient
  tell: (event: ScannerEvent) => void
  now: () => number
  qualityBounds: () => QualityBounds | undefined
}): Scan {
  const { rd, now } = dependencies

  return {
    async start({ wadh, remembered, signal }) {
      const tell = whileWanted(signal)
      tell({ type: 'lookingStarted' })
      try {
        const { services, permission } = await rd.discover({ remembered, signal })
        const ready = services.filter(service => service.state === 'ready')
        const [only] = ready
        if (!only) {
          const [first] = services
          const nothing = willAsk(permission) ? questionUnanswered() : noService()
          tell({ type: 'scanFailed', problem: first ? notReady(first) : nothing })
        } else if (ready.length > 1) {
          const devices = await Promise.all(ready.map(service => introduced(service, signal)))
          tell({ type: 'severalFound', devices })
        } else {
          await read({ service: only, info: undefined }, { wadh, signal })
        }
      } catch (error) {
        fail(error, tell)
      }
    },

    async use(device, { wadh, signal }) {
      try {
        await read(device, { wadh, signal })
      } catch (error) {
        fail(error, whileWanted(signal))
      }
    },
  }

  async function read(
    found: FoundDevice,
    { wadh, signal }: { wadh: string; signal: AbortSignal },
  ): Promise<void> {
    const tell = whileWanted(signal)
    tell({ type: 'deviceFound', device: found })
    const device = found.info ? found : await introduced(found.service, signal)
    tell({ type: 'captureStarted', device })
    const capture = await rd.capture(device.service, { wadh }, { signal })
    const quality = qualityOf(capture, dependencies.qualityBounds())
    // Refused: nobody keeps it.
    if (quality.kind === 'poor') return tell({ type: 'scanFailed', problem: poorQuality(quality.score) })
    const known = { ...device, info: capture.deviceInfo }
    tell({ type: 'captured', device: known, capture, quality, capturedAt: now() })
  }

  /** The name is for the eye: a service that does not tell it may still read a finger. */
  async function introduced(service: FoundService, signal: AbortSignal): Promise<FoundDevice> {
    const info = await rd.deviceInfo(service, { signal }).catch(() => undefined)
    return { service, info }
  }

  function whileWanted(signal: AbortSignal): (event: ScannerEvent) => void {
    return event => {
      if (!signal.aborted) dependencies.tell(event)
    }
  }
}

function fail(error: unknown, tell: (event: ScannerEvent) => void): void {
  const problem = problemOf(error)
  if (problem) tell({ type: 'scanFailed', problem })
}
