import type { FoundService, PortResult } from '@ekyc/rd-client'

import { checkNames, type CheckName, type Finding } from './check-names.ts'

/** One run of the checks as named states. The state never holds biometric data. */
export type DeviceCheck =
  | { at: 'start' }
  | ({ at: 'checking'; now: CheckName } & Found)
  | ({ at: 'choosing'; services: readonly FoundService[] } & Found)
  /** Every check before the scan is good. */
  | ({ at: 'own-finger'; service: FoundService } & Found)
  | ({ at: 'scanning'; service: FoundService } & Found)
  | ({ at: 'ended'; because: 'done' | 'failed' | 'unscanned' | 'stopped' } & Found)

export type Found = {
  findings: Readonly<Partial<Record<CheckName, Finding>>>
  ports: readonly PortResult[]
  device: ToldDevice | undefined
}

/** A DEVICEINFO answer without the certificate and the device code. */
export type ToldDevice = {
  dpId: string
  rdsId: string
  rdsVer: string
  mi: string
  serialNumber: string
  level: string
}

export type DeviceCheckEvent =
  | { type: 'started' }
  | { type: 'checking'; name: CheckName }
  | { type: 'found'; name: CheckName; finding: Finding }
  | { type: 'portsSeen'; ports: readonly PortResult[] }
  | { type: 'severalFound'; services: readonly FoundService[] }
  | { type: 'deviceTold'; device: ToldDevice }
  | { type: 'fingerAsked'; service: FoundService }
  | { type: 'scanStarted' }
  | { type: 'scanCancelled' }
  | { type: 'ended'; because: 'done' | 'unscanned' | 'stopped' }

export function deviceCheck(state: DeviceCheck, event: DeviceCheckEvent): DeviceCheck {
  if (event.type === 'started') return { at: 'checking', now: checkNames[0], ...nothingFound }
  // Ignores events of a run that was left.
  if (state.at === 'start' || state.at === 'ended') return state
  switch (event.type) {
    case 'checking':
      return { ...foundOf(state), at: 'checking', now: event.name }
    case 'found':
      return withFinding(state, event)
    case 'portsSeen':
      return { ...state, ports: event.ports }
    case 'severalFound':
      return { ...foundOf(state), at: 'choosing', services: event.services }
    case 'deviceTold':
      return { ...state, device: event.device }
    case 'fingerAsked':
      return { ...foundOf(state), at: 'own-finger', service: event.service }
    case 'scanStarted':
      return state.at === 'own-finger' ? { ...state, at: 'scanning' } : state
    case 'scanCancelled':
      return state.at === 'scanning' ? { ...state, at: 'own-finger' } : state
    case 'ended':
      return { ...foundOf(state), at: 'ended', because: event.because }
  }
}

/** Returns the check with the bad finding. */
export function failedCheck({ findings }: Found): CheckName | undefined {
  return checkNames.find(name => findings[name]?.mark === 'bad')
}

const nothingFound: Found = { findings: {}, ports: [], device: undefined }

function foundOf({ findings, ports, device }: Found): Found {
  return { findings, ports, device }
}

function withFinding(
  state: Exclude<DeviceCheck, { at: 'start' }>,
  { name, finding }: { name: CheckName; finding: Finding },
): DeviceCheck {
  const findings = { ...state.findings, [name]: finding }
  if (finding.mark !== 'bad') return { ...state, findings }
  return { ...foundOf(state), findings, at: 'ended', because: 'failed' }
}
