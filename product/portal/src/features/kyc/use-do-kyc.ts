import type { Consent } from '@ekyc/contract/shapes'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useReducer, useState, type Dispatch } from 'react'
import { messageOf, Unauthenticated } from '@ekyc/ui/browser/call-errors.ts'
import { useIsConnected } from '@ekyc/ui/browser/connection.ts'
import { isServiceAddress, type ServiceAddress } from '@ekyc/rd-client'
import { serverNow } from '@ekyc/ui/browser/server-clock.ts'

import { call } from '../../api/api-client.ts'
import { loadBranding } from '../../api/branding.ts'
import { type FoundDevice, permissionEvent, watchPermission } from '../../scanner/scanner-state.ts'
import { createScan } from '../../scanner/scan.ts'
import { go, paths } from '../../session/navigation.ts'
import { setSession, useSession, remember, useMemory } from '../../session/session.ts'
import { t } from '../../texts/t.ts'
import {
  captureKeptMs,
  doKyc,
  driverStatus,
  startDoKyc,
  type DoKyc,
  type DoKycEvent,
  type ReferenceRefusal,
} from './do-kyc.ts'
import { refusalBy } from './refusal-advice.ts'
import { submitOrder } from './submit-order.ts'

/** The age, in ms, at which the branding file, with the bank's consent text, is loaded again for the next customer. */
const brandingFreshMs = 3_600_000

export type DoKycFlow = ReturnType<typeof useDoKyc>

export function useDoKyc() {
  const [state, dispatch] = useReducer(doKyc, undefined, resume)
  const [scan] = useState(() => createScan({ emit: dispatch }))
  const queries = useQueryClient()
  const at = state.step === 'fingerprint' ? state.scanner : undefined

  useEffect(() => () => scan.cancel(), [scan])
  useEffect(() => {
    if (state.step !== 'fingerprint') return undefined
    return watchPermission(permission => dispatch(permissionEvent(permission)))
  }, [state.step])
  useEffect(() => {
    if (state.step === 'reference') void loadBranding(brandingFreshMs)
  }, [state.step])
  useWaitingCheck(state, dispatch)
  const orderId = state.step === 'fingerprint' ? state.order.orderId : undefined
  useEffect(() => {
    setSession({ checkingDriverStatus: at ? driverStatus(at) : '' })
    // The id stays here only if the agent leaves the screen with a capture, which ends with the screen.
    remember({ leftCaptureOf: at?.at === 'captured' ? orderId : undefined })
    if (at?.at !== 'captured') return undefined
    rememberScanner(at.device)
    const msLeft = at.capturedAt + captureKeptMs - Date.now()
    const drop = () => dispatch({ type: 'captureDropped' })
    const timer = setTimeout(drop, msLeft)
    // The back/forward cache may keep a page in memory after the agent leaves it, so the page drops the capture.
    window.addEventListener('pagehide', drop)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('pagehide', drop)
    }
  }, [at, orderId])

  return {
    state,
    dispatch,
    // Typing starts a new KYC, so the last result is deleted.
    keepTyped(reference: string) {
      remember({ waitingReference: '' })
      setSession({ refNo: reference, kycVal: null })
    },
    check: (reference: string) => check(reference.trim(), dispatch),
    scan() {
      if (state.step !== 'fingerprint') return
      void scan.start({ wadh: state.order.wadh, remembered: rememberedScanner() })
    },
    chooseDevice(device: FoundDevice) {
      if (state.step !== 'fingerprint') return
      void scan.choose(device, { wadh: state.order.wadh })
    },
    cancelScan() {
      scan.cancel()
      dispatch({ type: 'scanCancelled' })
    },
    startOver() {
      scan.cancel()
      setSession({ prepareOrderResponse: null, refNo: '', retryKycLock: '' })
      dispatch({ type: 'startedOver' })
    },
    async proceed(consent: Consent): Promise<void> {
      if (state.step !== 'fingerprint' || state.scanner.at !== 'captured') return
      const { capture, capturedAt } = state.scanner
      // The timer above does not run while the computer sleeps, so the capture may be too old.
      if (Date.now() - capturedAt >= captureKeptMs) return dispatch({ type: 'captureDropped' })
      dispatch({ type: 'submitStarted' })
      await submit({ order: state.order, capture, consent })
      // The cached order lists and counts do not contain this order yet, so they are loaded again.
      return queries.invalidateQueries()
    },
  }
}

function useWaitingCheck({ step }: DoKyc, dispatch: Dispatch<DoKycEvent>): void {
  const isReached = useIsConnected()
  const reference = useMemory(memory => memory.waitingReference)
  useEffect(() => {
    if (!isReached || reference === '' || step !== 'reference') return
    void check(reference, dispatch)
  }, [isReached, reference, step, dispatch])
}

/** Restores the open order or the typed reference after a reload. For a retry, the reference must be checked again. */
function resume(): DoKyc {
  const { prepareOrderResponse: open, retryKycLock, refNo, kycVal } = useSession.getState()
  return startDoKyc({
    order: open ? { ...open, reference: open.dbsRefCode } : undefined,
    because: open && open.orderId === useMemory.getState().leftCaptureOf ? 'left' : undefined,
    reference: retryKycLock === 'true' || kycVal === null ? refNo : '',
  })
}

async function check(reference: string, dispatch: Dispatch<DoKycEvent>): Promise<void> {
  const refuse = (refusal: ReferenceRefusal) => dispatch({ type: 'referenceRefused', reference, refusal })

  remember({ waitingReference: '' })
  if (reference === '') return refuse({ shownAs: 'field' })
  dispatch({ type: 'checkStarted', reference })
  setSession({ refNo: reference })
  const isLeft = () => useSession.getState().refNo !== reference
  const { phone } = useSession.getState()
  try {
    const answer = await call('checkReference', { mobile: phone, dbsRefCode: reference, username: phone })
    if (isLeft()) return undefined
    if (!answer.orderId)
      return refuse({
        shownAs: 'dialog',
        message: () => t('kyc.reference.orderNotCreated'),
        refusal: 'fault',
      })
    const { orderId, createdOn, biometricConstants } = answer
    const { wadh } = biometricConstants
    setSession({
      prepareOrderResponse: { orderId, createdOn, wadh, dbsRefCode: reference },
      retryKycLock: '',
    })
    dispatch({ type: 'orderOpened', order: { orderId, createdOn, wadh, reference } })
  } catch (error) {
    // After Unauthenticated, SessionWatch has already sent the agent to the log-in.
    if (error instanceof Unauthenticated || isLeft()) return undefined
    const refusal = refusalBy(error)
    // A reference check never reaches the authority, so 'authoritySilent' means here that a proxy timed out.
    const refusalName = refusal === 'authoritySilent' ? 'slow' : refusal
    refuse({ shownAs: 'dialog', message: () => messageOf(error), refusal: refusalName })
    if (refusalName === 'offline') remember({ waitingReference: reference })
  }
  return undefined
}

async function submit(parts: Parameters<typeof submitOrder>[0]): Promise<void> {
  try {
    const kycVal = await submitOrder(parts)
    // The agent has gone on to the next customer or logged out, so only the KYC List shows this verdict.
    if (useSession.getState().prepareOrderResponse?.orderId !== parts.order.orderId) return
    setSession({ kycVal, prepareOrderResponse: null, refNo: parts.order.reference })
    go(paths.kycResult, { replace: true })
  } catch (error) {
    if (!(error instanceof Unauthenticated)) throw error
  }
}

function rememberScanner({ service, info }: FoundDevice): void {
  const { scheme, host, port } = service
  remember({ scannerCertificate: info?.mc ?? '' })
  setSession({
    rdServicePort: String(port),
    captureUrl: `${scheme}://${host}:${port}${service.paths.capture}`,
    deviceInfoUrl: `${scheme}://${host}:${port}${service.paths.deviceInfo}`,
    readyDeviceName: info?.mi ?? '',
    rdServieSrNo: info?.serialNumber ?? '',
    srNoTime: serverNow().toISOString(),
  })
}

/** Session storage is untrusted, so the stored address needs a check. */
export function rememberedScanner(): ServiceAddress | undefined {
  const { captureUrl, rdServicePort } = useSession.getState()
  const parts = /^(https?):\/\/([^/:]+):/.exec(captureUrl)
  const address = { scheme: parts?.[1], host: parts?.[2], port: Number(rdServicePort) }
  return isServiceAddress(address) ? address : undefined
}
