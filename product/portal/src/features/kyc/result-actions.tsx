import { useEffect } from 'react'

import { go } from '../../session/navigation.ts'
import { serveNext } from '../../session/fresh-kyc.ts'
import { exceptionAddress, paths } from '../../session/paths.ts'
import type { KycResult } from '../../session/session-state.ts'
import { setSession } from '../../session/session.ts'
import { t } from '../../texts/t.ts'
import { Button } from '@ekyc/ui/button.tsx'
import { MoreBelow } from '@ekyc/ui/more-below.tsx'
import { verdictId } from './kyc-receipt.tsx'
import { NextCustomer } from './next-customer.tsx'
import type { NextStep } from './refusal-advice.ts'
import { adviceOn } from './result-advice.ts'
import styles from './result-actions.module.css'

type ResultActionsProps = {
  result: KycResult
  /** The id of the result screen's title; undefined on an order's page, which has no field for the next reference. */
  titleId?: string
  focusNext?: boolean
}

export function ResultActions({ result, titleId, focusNext = false }: ResultActionsProps) {
  const first = firstStepAfter(result)
  const press = () => steps[first](result)
  usePressByEnter(titleId, press)
  const others = (['retry', 'next-customer'] as const).filter(
    // With an exception, the bank reviews the case, so the result offers no retry.
    step => step !== first && (step !== 'retry' || (result.status === 'KYC_FAILURE' && !result.exception)),
  )
  return (
    <div className={styles.bar}>
      <MoreBelow />
      {first === 'next-customer' && titleId ? (
        <NextCustomer describedBy={`${titleId} ${verdictId(result)}`} focusOnOpen={focusNext} />
      ) : (
        <Button onClick={press}>
          {t(first === 'slip' ? 'exception.slip.print' : `kyc.result.${first}`)}
        </Button>
      )}
      {others.map(step => (
        <Button key={step} look="quiet" onClick={() => steps[step](result)}>
          {t(`kyc.result.${step}`)}
        </Button>
      ))}
    </div>
  )
}

export function firstStepAfter(result: KycResult): NextStep {
  return result.status === 'KYC_SUCCESS' ? 'next-customer' : adviceOn(result).nextStep
}

/** Ignores an Enter key that is still held down. */
function usePressByEnter(titleId: string | undefined, press: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isOnTitle = titleId && document.activeElement?.id === titleId
      if (isOnTitle && event.key === 'Enter' && !event.repeat) press()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [titleId, press])
}

const steps: Record<NextStep, (result: KycResult) => void> = {
  retry(result) {
    keepReference(result)
    go(paths.doKyc)
  },
  'next-customer': () => serveNext(),
  'check-scanner'(result) {
    keepReference(result)
    go(paths.deviceCheck)
  },
  slip: ({ orderId }) => go(exceptionAddress(orderId)),
  list: () => go(paths.kycList),
  dashboard: () => go(paths.dashboard),
}

/** Prefills Do KYC with the reference, but drops the order, because the server accepts only one submit of an order. */
function keepReference({ dbsRefCode }: KycResult): void {
  setSession({ retryKycLock: 'true', refNo: dbsRefCode, prepareOrderResponse: null })
}
