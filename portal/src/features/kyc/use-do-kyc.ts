import { createRdClient, localNetworkPermission, type PermissionState } from '@ekyc/rd-client'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useReducer, useRef, useState, type Dispatch } from 'react'

import { call } from '../../api/api-client.ts'
import { branding } from '../../api/branding.ts'
import { messageOf, Unauthenticated } from '../../api/call-errors.ts'
import type { FoundDevice } from '../../scanner/found-device.ts'
import { permissionProblem, willAsk } from '../../scanner/scanner-problem.ts'
import { go } from '../../session/navigation.ts'
import { paths } from '../../session/paths.ts'
import { setSession, useSession } from '../../session/session.ts'
import { t } from '../../texts/en/kyc.ts'
import { consentGiven } from './consent.ts'
import { captureKeptMs, doKyc, driverStatus, startDoKyc } from './do-kyc.ts'
import type { DoKyc, DoKycEvent } from './do-kyc.ts'
import { rememberedScanner, rememberScanner } from './remembered-scanner.ts'
import { createScan } from './scan.ts'
import { submitOrder } from './submit-order.ts'

export type DoKycPath = {
  state: DoKyc
  dispatch: Dispatch<DoKycEvent>
  keepTyped: (reference: string) => void
  check: (reference: string) => Promise<void>
  scan: () => void
  use: (device: FoundDevice) => void
  cancelScan: () => void
  startOver: () => void
  proceed: () => Promise<void>
}

/** The Do KYC states tied to the world: the calls, the scanner, the session slice and the clock. */
export function useDoKyc(): DoKycPath {
  const [state, dispatch] = useReducer(doKyc, undefined, resume)
  const [scanner] = useState(() =>
    createScan({
      rd: createRdClient(),
      tell: dispatch,
      now: () => Date.now(),
      qualityBounds: () => branding().captureQuality,
    }),
  )
  const run = useRef(new AbortController())
  const queries = useQueryClient()
  const at = state.step === 'fingerprint' ? state.scanner : undefined

  useEffect(() => () => run.current.abort(), [])
  useEffect(() => watchPermission(state.step === 'fingerprint', dispatch), [state.step])
  useEffect(() => {
    setSession({ checkingDriverStatus: at ? driverStatus(at) : '' })
    if (at?.at === 'captured') rememberScanner(at.device)
  }, [at])
  useEffect(() => {
    if (at?.at !== 'captured') return undefined
    const left = at.capturedAt + captureKeptMs - Date.now()
    const drop = () => dispatch({ type: 'captureDropped' })
    const timer = setTimeout(drop, left)
    // A page that is left may be kept whole for the browser's Back.
    window.addEventListener('pagehide', drop)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('pagehide', drop)
    }
  }, [at])

  return {
    state,
    dispatch,
    // A new KYC has begun; a reload finds what was typed for it.
    keepTyped: reference => setSession({ refNo: reference, kycVal: null }),
    check: reference => check(reference.trim(), dispatch),
    scan() {
      if (state.step !== 'fingerprint') return
      const { wadh } = state.order
      void scanner.start({ wadh, remembered: rememberedScanner(), signal: nextRun() })
    },
    use(device) {
      if (state.step !== 'fingerprint') return
      void scanner.use(device, { wadh: state.order.wadh, signal: nextRun() })
    },
    cancelScan() {
      run.current.abort()
      dispatch({ type: 'scanCancelled' })
    },
    startOver() {
      run.current.abort()
      setSession({ prepareOrderResponse: null, refNo: '', retryKycLock: '' })
      dispatch({ type: 'startedOver' })
    },
    async proceed() {
      if (state.step !== 'fingerprint' || state.scanner.at !== 'captured') return
      const { capture, capturedAt } = state.scanner
      // A computer that slept ran no timer.
      if (Date.now() - capturedAt >= captureKeptMs) return dispatch({ type: 'captureDropped' })
      if (state.consentGivenOn === undefined) return undefined
      dispatch({ type: 'submitStarted' })
      await submit({ order: state.order, capture, consent: consentGiven(state.consentGivenOn) })
      // Lists and counts that were read before this order are out of date.
      return queries.invalidateQueries()
    },
  }

  function nextRun(): AbortSignal {
    run.current.abort()
    run.current = new AbortController()
    return run.current.signal
  }
}

/** A reload comes back to the open order or what was typed; a retry to the reference, which has to be checked again. */
function resume(): DoKyc {
  const { prepareOrderResponse: open, retryKycLock, refNo, kycVal } = useSession.getState()
  return startDoKyc({
    order: open ? { orderId: open.orderId, wadh: open.wadh, reference: open.dbsRefCode } : undefined,
    reference: retryKycLock === 'true' || kycVal === null ? refNo : '',
  })
}

async function check(reference: string, dispatch: Dispatch<DoKycEvent>): Promise<void> {
  const refuse = (shownAs: 'field' | 'dialog', message: string) =>
    dispatch({ type: 'referenceRefused', reference, refusal: { shownAs, message } })

  if (reference === '') return refuse('field', t('kyc.reference.empty'))
  dispatch({ type: 'checkStarted', reference })
  const { phone } = useSession.getState()
  try {
    const answer = await call('checkReference', { mobile: phone, dbsRefCode: reference, username: phone })
    if (!answer.orderId) return refuse('dialog', t('kyc.reference.orderNotCreated'))
    const { orderId, biometricConstants } = answer
    const { wadh } = biometricConstants
    setSession({
      prepareOrderResponse: { orderId, wadh, dbsRefCode: reference },
      refNo: reference,
      retryKycLock: '',
    })
    dispatch({ type: 'orderOpened', order: { orderId, wadh, reference } })
  } catch (error) {
    // The app has taken the agent to the log-in: nothing is left to be said here.
    if (!(error instanceof Unauthenticated)) refuse('dialog', messageOf(error))
  }
  return undefined
}

async function submit(parts: Parameters<typeof submitOrder>[0]): Promise<void> {
  try {
    const kycVal = await submitOrder(parts)
    setSession({ kycVal, prepareOrderResponse: null, refNo: parts.order.reference })
    go(paths.kycResult, { replace: true })
  } catch (error) {
    if (!(error instanceof Unauthenticated)) throw error
  }
}

/** Reading the permission raises no question and calls nobody; only the scan does. */
function watchPermission(isWanted: boolean, dispatch: Dispatch<DoKycEvent>): () => void {
  if (!isWanted) return () => {}
  let isWatching = true
  const permission = localNetworkPermission()
  const stopListening = permission.onChange(tell)
  void permission.state().then(tell)
  return () => {
    isWatching = false
    stopListening()
  }

  function tell(state: PermissionState): void {
    if (!isWatching) return
    const problem = permissionProblem(state)
    if (problem) return dispatch({ type: 'permissionAhead', is: 'refused', problem })
    return dispatch({ type: 'permissionAhead', is: willAsk(state) ? 'asked' : 'open' })
  }
}
