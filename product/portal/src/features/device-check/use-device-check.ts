import type { PermissionState } from '@ekyc/rd-client'
import { useEffect, useEffectEvent, useReducer, useState } from 'react'

import { measureClock } from '../../api/measure-clock.ts'
import type { FoundDevice } from '../../scanner/found-device.ts'
import { createScan } from '../../scanner/scan.ts'
import { isOfPermission, permissionEvent } from '../../scanner/scanner-state.ts'
import { watchPermission } from '../../scanner/watch-permission.ts'
import { deviceCheck, notStarted } from './device-check.ts'

export type DeviceCheckFlow = ReturnType<typeof useDeviceCheck>

/** A check that failed for lack of the browser's permission starts when the agent gives the permission. */
export function useDeviceCheck() {
  const [check, dispatch] = useReducer(deviceCheck, notStarted)
  const [scan] = useState(() =>
    createScan({ emit: dispatch, onMet: device => dispatch({ type: 'deviceMet', device }) }),
  )
  // The warning of a wrong clock reads the clock again when this changes.
  const [clock, setClock] = useState<number>()
  const { scanner, device } = check

  const takePermission = useEffectEvent((state: PermissionState) => {
    const wasRefused = scanner.at === 'problem' && isOfPermission(scanner.problem)
    dispatch(permissionEvent(state))
    if (wasRefused && state === 'granted') start()
  })
  useEffect(() => watchPermission(state => takePermission(state)), [])
  useEffect(() => () => scan.cancel(), [scan])

  return {
    ...check,
    clock,
    start,
    choose: (chosen: FoundDevice) => void scan.choose(chosen, {}),
    /** Captures one finger of the agent without a wadh, so that no order accepts the capture. */
    scan: () => device && void scan.capture(device, {}),
    cancel() {
      scan.cancel()
      dispatch({ type: 'scanCancelled' })
    },
  }

  function start(): void {
    void measureClock().then(setClock)
    void scan.start({})
  }
}
