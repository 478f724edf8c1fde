import {
  createRdClient,
  localNetworkPermission,
  type FoundService,
  type PermissionState,
} from '@ekyc/rd-client'
import { useEffect, useEffectEvent, useReducer, useRef, useState } from 'react'

import { branding } from '../../api/branding.ts'
import { measureClock } from '../../api/measure-clock.ts'
import { serverNow } from '../../api/server-clock.ts'
import { isLocalPage } from '../../scanner/scanner-problem.ts'
import { thisBrowser } from '../../scanner/this-browser.ts'
import { deviceCheck, failedCheck, type DeviceCheck } from './device-check.ts'
import { createWalk } from './walk.ts'

export type DeviceCheckPath = {
  state: DeviceCheck
  /** As the browser says; it is read without asking or calling anybody. */
  permission: PermissionState
  start: () => void
  stop: () => void
  use: (service: FoundService) => void
  scan: () => void
  cancelScan: () => void
  skipScan: () => void
}

/** The check tied to the world: the scanner, the browser's permission, the server's clock. */
export function useDeviceCheck(): DeviceCheckPath {
  const [state, dispatch] = useReducer(deviceCheck, { at: 'start' })
  const [walk] = useState(() =>
    createWalk({
      rd: createRdClient(),
      tell: dispatch,
      browser: () => thisBrowser(),
      page: () => ({ isSecure: window.isSecureContext, isLocal: isLocalPage() }),
      measureClock,
      serverNow,
      settings: () => {
        const { deviceServiceVersion: requiredVersion, captureQuality: qualityBounds } = branding()
        return { requiredVersion, qualityBounds }
      },
    }),
  )
  const run = useRef(new AbortController())
  const permission = usePermission(changed => {
    if (changed === 'granted' && state.at === 'ended' && failedCheck(state) === 'permission') start()
  })
  useEffect(() => () => run.current.abort(), [])

  return {
    state,
    permission,
    start,
    stop() {
      run.current.abort()
      dispatch({ type: 'ended', because: 'stopped' })
    },
    use: service => void walk.use(service, nextRun()),
    scan() {
      if (state.at === 'own-finger') void walk.scan(state.service, nextRun())
    },
    cancelScan() {
      run.current.abort()
      dispatch({ type: 'scanCancelled' })
    },
    skipScan: () => dispatch({ type: 'ended', because: 'unscanned' }),
  }

  function start(): void {
    void walk.start(nextRun())
  }

  function nextRun(): AbortSignal {
    run.current.abort()
    run.current = new AbortController()
    return run.current.signal
  }
}

/** What the browser says, now and whenever that changes. */
function usePermission(onChange: (state: PermissionState) => void): PermissionState {
  const [state, setState] = useState<PermissionState>('unknown')
  const tell = useEffectEvent(onChange)
  useEffect(() => {
    let isWatching = true
    const permission = localNetworkPermission()
    const take = (known: PermissionState) => (isWatching ? setState(known) : undefined)
    const stopListening = permission.onChange(changed => {
      take(changed)
      tell(changed)
    })
    void permission.state().then(take)
    return () => {
      isWatching = false
      stopListening()
    }
  }, [])
  return state
}
