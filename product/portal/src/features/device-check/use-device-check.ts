import type { PermissionState } from '@ekyc/rd-client'
import { useEffect, useEffectEvent, useState } from 'react'

import { watchPermission } from '../../scanner/watch-permission.ts'
import { checkNames, failedCheck } from './finding.ts'
import { createDeviceCheck, notStarted } from './device-check.ts'
import { findingsOf } from './findings.ts'

export type DeviceCheckFlow = ReturnType<typeof useDeviceCheck>

/** A check that failed for lack of the browser's permission starts again when the agent gives the permission. */
export function useDeviceCheck() {
  const [check, show] = useState(notStarted)
  const [run] = useState(() => createDeviceCheck({ show }))
  const [permission, setPermission] = useState<PermissionState>('unknown')
  const findings = check.at === 'start' ? {} : findingsOf(check.facts)
  const takePermission = useEffectEvent((state: PermissionState) => {
    setPermission(state)
    if (state === 'granted' && failedCheck(findings) === 'permission') void run.start()
  })
  useEffect(() => watchPermission(state => takePermission(state)), [])
  useEffect(() => () => run.leave(), [run])

  return {
    ...check,
    findings,
    now: checkNames.find(name => !findings[name]),
    permission,
    start: () => void run.start(),
    choose: run.choose,
    scan: () => void run.scan(),
    cancelScan: () => run.goTo('own-finger'),
    skipScan: () => run.goTo('unscanned'),
    stop: () => run.goTo('stopped'),
  }
}
