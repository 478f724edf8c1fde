import { createRdClient, type FoundService, type PermissionState } from '@ekyc/rd-client'
import { useEffect, useEffectEvent, useReducer, useState } from 'react'

import { branding } from '../../api/branding.ts'
import { measureClock } from '../../api/measure-clock.ts'
import { serverNow } from '../../api/server-clock.ts'
import { isLocalPage } from '../../scanner/scanner-problem.ts'
import { thisBrowser } from '../../scanner/this-browser.ts'
import { useRun } from '../../scanner/use-run.ts'
import { watchPermission } from '../../scanner/watch-permission.ts'
import { createCheckRunner } from './check-runner.ts'
import { deviceCheck, failedCheck } from './device-check.ts'

/** One device check as its screen sees it: the state, and what the agent can do. */
export type DeviceCheckFlow = ReturnType<typeof useDeviceCheck>

/** Connects the device check's reducer to the scanner, the browser's permission and the server's clock. */
export function useDeviceCheck() {
  const [state, dispatch] = useReducer(deviceCheck, { at: 'start' })
  const [runner] = useState(() =>
    createCheckRunner({
      rd: createRdClient(),
      emit: dispatch,
      browser: () => thisBrowser(),
      page: () => ({ isSecure: window.isSecureContext, isLocal: isLocalPage() }),
      measureClock,
      serverNow,
      settings: () => {
        const { deviceServiceVersion, deviceServiceVersions, captureQuality, level1Only = false } = branding()
        return {
          requiredVersion: deviceServiceVersion,
          level1Only,
          makersVersions: deviceServiceVersions,
          qualityBounds: captureQuality,
        }
      },
    }),
  )
  const run = useRun()
  const start = () => void runner.start(run.next())
  const permission = usePermission(changed => {
    if (changed === 'granted' && state.at === 'ended' && failedCheck(state) === 'permission') start()
  })

  return {
    state,
    permission,
    start,
    stop() {
      run.abort()
      dispatch({ type: 'ended', because: 'stopped' })
    },
    chooseService: (service: FoundService) => void runner.checkService(service, run.next()),
    scan() {
      if (state.at === 'own-finger') void runner.scan(state.service, run.next())
    },
    cancelScan() {
      run.abort()
      dispatch({ type: 'scanCancelled' })
    },
    skipScan: () => dispatch({ type: 'ended', because: 'unscanned' }),
  }
}

function usePermission(onChange: (state: PermissionState) => void): PermissionState {
  const [permission, setPermission] = useState<PermissionState>('unknown')
  const report = useEffectEvent(onChange)
  useEffect(
    () =>
      watchPermission((state, isChange) => {
        setPermission(state)
        if (isChange) report(state)
      }),
    [],
  )
  return permission
}
