import { useEffect, useState } from 'react'
import { Button } from '@ekyc/ui/controls/button.tsx'
import { MoreBelow } from '@ekyc/ui/states/more-below.tsx'
import { referenceMaxLength } from '@ekyc/contract/limits'
import { fieldText, Form, TextField } from '@ekyc/ui/controls/form.tsx'
import { isEnglish, shownTime } from '@ekyc/ui/texts/shown.ts'
import { authorityError } from '@ekyc/contract/authority-errors'

import { exceptionAddress, go, paths } from '../../session/navigation.ts'
import { serveNext } from '../../ui/next-customer.ts'
import type { AuthorityReply, KycResult } from '../../session/session-state.ts'
import { setSession } from '../../session/session.ts'
import { t } from '../../texts/t.ts'
import { isRefusal, type NextStep, type RefusalAdvice, refusalAdvice } from './refusal-advice.ts'
import styles from './result-actions.module.css'
import { branding } from '../../api/branding.ts'

type ResultActionsProps = {
  result: KycResult
  /** The id of the result screen's title; undefined on an order's page, which has no field for the next reference. */
  titleId?: string
  focusNext?: boolean
}

export function ResultActions({ result, titleId, focusNext = false }: ResultActionsProps) {
  const first = firstStepAfter(result)
  const press = () => steps[first](result)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isOnTitle = titleId && document.activeElement?.id === titleId
      if (isOnTitle && event.key === 'Enter' && !event.repeat) press()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  })
  const others = (['retry', 'next-customer'] as const).filter(
    // With an exception, the bank reviews the case, so the result offers no retry.
    step => step !== first && (step !== 'retry' || (result.status === 'KYC_FAILURE' && !result.exception)),
  )
  return (
    <div className={`bar not-printed ${styles.bar}`}>
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

export function verdictId({ status }: KycResult): string {
  return status === 'KYC_SUCCESS' ? 'kyc-done' : 'kyc-failed'
}

export function firstStepAfter(result: KycResult): NextStep {
  return result.status === 'KYC_SUCCESS' ? 'next-customer' : adviceOn(result).nextStep
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

export function NextCustomer({ describedBy, focusOnOpen }: { describedBy: string; focusOnOpen: boolean }) {
  const [isEmpty, setEmpty] = useState(false)
  return (
    <Form
      label={t('kyc.result.next-customer')}
      action={fields => {
        const reference = fieldText(fields, 'reference').trim()
        // Enter in an empty field must not leave the result: the agent may have pressed Enter twice at Proceed.
        if (reference === '') setEmpty(true)
        else serveNext(reference)
      }}
    >
      <div className={`row-8 ${styles.next}`}>
        <TextField
          name="reference"
          label={t('kyc.reference.label')}
          error={isEmpty ? t('kyc.reference.empty') : undefined}
          onInput={() => setEmpty(false)}
          aria-describedby={describedBy}
          maxLength={referenceMaxLength}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="go"
          focusOnOpen={focusOnOpen}
        />
        <Button
          onClick={event =>
            serveNext(fieldText(new FormData(event.currentTarget.form ?? undefined), 'reference').trim())
          }
        >
          {t('kyc.result.next-customer')}
        </Button>
      </div>
    </Form>
  )
}

export function adviceOn({ authority, refusal, exception, displayMsg: says }: KycResult): RefusalAdvice {
  const version = branding().deviceServiceVersion
  if (authority) {
    const advice = authorityAdvice(authority, { happened: says, version })
    if (!exception) return advice
    // A person at the bank looks at the case again, so that no machine alone refuses a customer.
    const time = shownTime(exception.dueBy)
    return {
      ...advice,
      tell: t('exception.advice.tell', { time }),
      now: t('exception.slip.print'),
      nextStep: 'slip',
    }
  }
  return refusalAdvice(isRefusal(refusal) ? refusal : 'other', { says, version })
}

/** `happened` is the server's sentence (product.md, displayMsg). */
export function authorityAdvice(
  { source, code, action }: AuthorityReply,
  { happened, version }: { happened: string; version: string },
): RefusalAdvice {
  const { situation, nextStep } = authorityError(source, code)
  const because = t(`authority.${situation}.because`)
  return {
    ...(isEnglish() ? { happened, because } : { happened: because }),
    tell: t(`authority.${situation}.tell`),
    now: t(`authority.${situation}.now`, { version }),
    nextStep,
    support: [
      ...(action ? [t('authority.action', { action })] : []),
      ...(code ? [t('authority.code', { code })] : []),
    ],
  }
}
