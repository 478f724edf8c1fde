import { RdError, type DeviceInfo, type FoundService, type RdClient } from '@ekyc/rd-client'

import { qualityOf, type QualityBounds } from '../../scanner/quality.ts'
import type { ThisBrowser } from '../../scanner/this-browser.ts'
import type { CheckName, Finding } from './check-names.ts'
import type { DeviceCheckEvent } from './device-check.ts'
import {
  browserFinding,
  certificateFinding,
  clockFinding,
  failedScan,
  modelFinding,
  pageFinding,
  permissionFinding,
  refusedPermission,
  scanFinding,
  silentModel,
  statusFinding,
  versionFinding,
} from './findings.ts'
import { portsFinding, serviceFinding } from './port-findings.ts'

export type Walk = {
  /** From the browser to the scanner. Ends at the first bad finding, at a choice, or before the finger. */
  start(signal: AbortSignal): Promise<void>
  /** Goes on with the service that was chosen. */
  use(service: FoundService, signal: AbortSignal): Promise<void>
  /** One finger of the agent, with an empty wadh, so that no order could take it; only its measures are looked at. */
  scan(service: FoundService, signal: AbortSignal): Promise<void>
}

export type WalkDependencies = {
  rd: RdClient
  tell: (event: DeviceCheckEvent) => void
  browser: () => ThisBrowser
  page: () => { isSecure: boolean; isLocal: boolean }
  measureClock: (signal: AbortSignal) => Promise<number | undefined>
  serverNow: () => Date
  settings: () => { requiredVersion: string; qualityBounds: QualityBounds | undefined }
}

/** After its signal is aborted a run tells nothing any more. */
export function createWalk(dependencies: WalkDependencies): Walk {
  const { rd, serverNow, settings } = dependencies

  return { start, use, scan }

  async function start(signal: AbortSignal): Promise<void> {
    const { check, tell } = runOf(signal)
    tell({ type: 'started' })
    if (!(await check('browser', () => browserFinding(dependencies.browser())))) return
    if (!(await check('page', () => pageFinding(dependencies.page().isSecure)))) return
    const [only, ...others] = await look(signal)
    if (!only) return
    if (others.length > 0) tell({ type: 'severalFound', services: [only, ...others] })
    else await use(only, signal)
  }

  async function use(service: FoundService, signal: AbortSignal): Promise<void> {
    const { check, tell } = runOf(signal)
    const { requiredVersion } = settings()
    if (!(await check('service', () => serviceFinding(service, [])))) return
    if (!(await check('status', () => statusFinding(service)))) return
    const info = await introduced(service, signal)
    if (!info) return
    if (!(await check('version', () => versionFinding(info.rdsVer, requiredVersion)))) return
    if (!(await check('certificate', () => certificateFinding(info.mc, serverNow())))) return
    if (!(await check('clock', async () => clockFinding(await dependencies.measureClock(signal))))) return
    tell({ type: 'fingerAsked', service })
  }

  async function scan(service: FoundService, signal: AbortSignal): Promise<void> {
    const { found, tell } = runOf(signal)
    tell({ type: 'scanStarted' })
    try {
      found('scan', await measured(service, signal))
      tell({ type: 'ended', because: 'done' })
    } catch (error) {
      const finding = failedScan(error, settings().requiredVersion)
      if (finding) found('scan', finding)
    }
  }

  /** Permission and ports are one question to the browser: without the first, nothing is sent to the second. */
  async function look(signal: AbortSignal): Promise<readonly FoundService[]> {
    const { check, found, tell } = runOf(signal)
    tell({ type: 'checking', name: 'permission' })
    try {
      const { permission, ports, services } = await rd.discover({ signal })
      found('permission', permissionFinding(permission, dependencies.page().isLocal))
      tell({ type: 'portsSeen', ports })
      if (!(await check('ports', () => portsFinding(ports, settings().requiredVersion)))) return []
      if (services.length === 0) await check('service', () => serviceFinding(undefined, ports))
      return services
    } catch (error) {
      if (error instanceof RdError && error.code !== 'cancelled')
        found('permission', refusedPermission(error))
      return []
    }
  }

  async function introduced(service: FoundService, signal: AbortSignal): Promise<DeviceInfo | undefined> {
    const { check, tell } = runOf(signal)
    const { requiredVersion } = settings()
    let info: DeviceInfo | undefined
    const isGood = await check('model', async () => {
      try {
        info = await rd.deviceInfo(service, { signal })
        const { dpId, rdsId, rdsVer, mi, serialNumber, level = '' } = info
        tell({ type: 'deviceTold', device: { dpId, rdsId, rdsVer, mi, serialNumber, level } })
        return modelFinding(service, info, requiredVersion)
      } catch (error) {
        return silentModel(error, requiredVersion)
      }
    })
    return isGood ? info : undefined
  }

  /** Of the capture nothing but its score and its time leaves this function. */
  async function measured(service: FoundService, signal: AbortSignal): Promise<Finding> {
    const { quality, deviceInfo, pidTimestamp } = await rd.capture(service, { wadh: '' }, { signal })
    const awayMs = new Date(`${pidTimestamp}+05:30`).getTime() - serverNow().getTime()
    return scanFinding(qualityOf({ quality, deviceInfo }, settings().qualityBounds), awayMs)
  }

  function runOf(signal: AbortSignal) {
    const tell: WalkDependencies['tell'] = event => {
      if (!signal.aborted) dependencies.tell(event)
    }
    const found = (name: CheckName, finding: Finding): boolean => {
      tell({ type: 'found', name, finding })
      return finding.mark !== 'bad' && !signal.aborted
    }
    const check = async (name: CheckName, see: () => Finding | Promise<Finding>): Promise<boolean> => {
      tell({ type: 'checking', name })
      return found(name, await see())
    }
    return { tell, found, check }
  }
}
