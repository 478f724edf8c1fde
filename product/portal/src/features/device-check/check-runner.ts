import { RdError, type DeviceInfo, type FoundService, type RdClient } from '@ekyc/rd-client'

import { levelOf } from '../../scanner/scanner-level.ts'
import { qualityOf, type QualityBounds } from '../../scanner/quality.ts'
import type { ThisBrowser } from '../../scanner/this-browser.ts'
import { untilAborted } from '../../scanner/use-run.ts'
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

export type CheckRunnerDependencies = {
  rd: RdClient
  emit: (event: DeviceCheckEvent) => void
  browser: () => ThisBrowser
  page: () => { isSecure: boolean; isLocal: boolean }
  measureClock: (signal: AbortSignal) => Promise<number | undefined>
  serverNow: () => Date
  settings: () => {
    requiredVersion: string
    level1Only: boolean
    /** The oldest version of each maker's service, by its dpId. */
    makersVersions: Readonly<Record<string, string>> | undefined
    qualityBounds: QualityBounds | undefined
  }
}

/** Runs the device check and reports each finding as an event. */
export function createCheckRunner(dependencies: CheckRunnerDependencies) {
  const { rd, serverNow, settings } = dependencies

  return { start, checkService, scan }

  /** Runs the checks from the browser to the scanner. Stops at a bad finding, at a choice, or before the finger. */
  async function start(signal: AbortSignal): Promise<void> {
    const { check, emit } = runOf(signal)
    emit({ type: 'started' })
    if (!(await check('browser', () => browserFinding(dependencies.browser())))) return
    if (!(await check('page', () => pageFinding(dependencies.page().isSecure)))) return
    const [only, ...others] = await discover(signal)
    if (!only) return
    if (others.length > 0) emit({ type: 'severalFound', services: [only, ...others] })
    else await checkService(only, signal)
  }

  /** Runs the checks of the service that the agent chose. */
  async function checkService(service: FoundService, signal: AbortSignal): Promise<void> {
    const { check, emit } = runOf(signal)
    const { makersVersions } = settings()
    if (!(await check('service', () => serviceFinding(service, [])))) return
    if (!(await check('status', () => statusFinding(service)))) return
    const info = await checkModel(service, signal)
    if (!info) return
    if (!(await check('version', () => versionFinding(info.rdsVer, makersVersions?.[info.dpId])))) return
    if (!(await check('certificate', () => certificateFinding(info.mc, serverNow())))) return
    if (!(await check('clock', async () => clockFinding(await dependencies.measureClock(signal))))) return
    emit({ type: 'fingerAsked', service })
  }

  /** Captures one finger of the agent without a wadh, which no order accepts. Only its quality and time are read. */
  async function scan(service: FoundService, signal: AbortSignal): Promise<void> {
    const { found, emit } = runOf(signal)
    emit({ type: 'scanStarted' })
    try {
      found('scan', await measured(service, signal))
      emit({ type: 'ended', because: 'done' })
    } catch (error) {
      const finding = failedScan(error, settings().requiredVersion)
      if (finding) found('scan', finding)
    }
  }

  /** Checks permission and ports in one discovery: the browser sends nothing to a port without permission. */
  async function discover(signal: AbortSignal): Promise<readonly FoundService[]> {
    const { check, found, emit } = runOf(signal)
    emit({ type: 'checking', name: 'permission' })
    try {
      const { permission, ports, services } = await rd.discover({ signal })
      found('permission', permissionFinding(permission, dependencies.page().isLocal))
      emit({ type: 'portsSeen', ports })
      if (!(await check('ports', () => portsFinding(ports, settings().requiredVersion)))) return []
      if (services.length === 0) await check('service', () => serviceFinding(undefined, ports))
      return services
    } catch (error) {
      if (error instanceof RdError && error.code !== 'cancelled')
        found('permission', refusedPermission(error))
      return []
    }
  }

  async function checkModel(service: FoundService, signal: AbortSignal): Promise<DeviceInfo | undefined> {
    const { check, emit } = runOf(signal)
    const { requiredVersion, level1Only } = settings()
    let info: DeviceInfo | undefined
    const isGood = await check('model', async () => {
      try {
        info = await rd.deviceInfo(service, { signal })
        const { dpId, rdsId, rdsVer, mi, serialNumber } = info
        const level = levelOf(info) ?? ''
        emit({ type: 'deviceTold', device: { dpId, rdsId, rdsVer, mi, serialNumber, level } })
        return modelFinding(service, info, { requiredVersion, level1Only })
      } catch (error) {
        return silentModel(error, requiredVersion)
      }
    })
    return isGood ? info : undefined
  }

  /** Returns nothing of the capture but the finding on its quality and time. */
  async function measured(service: FoundService, signal: AbortSignal): Promise<Finding> {
    const { quality, deviceInfo, pidTimestamp } = await rd.capture(service, {}, { signal })
    const awayMs = new Date(`${pidTimestamp}+05:30`).getTime() - serverNow().getTime()
    return scanFinding(qualityOf({ quality, deviceInfo }, settings().qualityBounds), awayMs)
  }

  function runOf(signal: AbortSignal) {
    const emit = untilAborted(signal, dependencies.emit)
    const found = (name: CheckName, finding: Finding): boolean => {
      emit({ type: 'found', name, finding })
      return finding.mark !== 'bad' && !signal.aborted
    }
    const check = async (name: CheckName, see: () => Finding | Promise<Finding>): Promise<boolean> => {
      emit({ type: 'checking', name })
      return found(name, await see())
    }
    return { emit, found, check }
  }
}
