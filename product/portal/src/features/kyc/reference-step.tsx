import { useEffect, useEffectEvent, useState } from 'react'
import { messageOf, Unauthenticated } from '@ekyc/ui/browser/call-errors.ts'
import { useIsConnected } from '@ekyc/ui/browser/connection.ts'
import { Card } from '@ekyc/ui/states/card.tsx'
import { useFocusOnChange } from '@ekyc/ui/states/use-focus-on-change.ts'
import { referenceMaxLength } from '@ekyc/contract/limits'
import { Button } from '@ekyc/ui/controls/button.tsx'
import { fieldText, Form, TextField } from '@ekyc/ui/controls/form.tsx'
import { Dialog } from '@ekyc/ui/controls/dialog.tsx'

import { call } from '../../api/api-client.ts'
import { branding, loadBranding } from '../../api/branding.ts'
import { FailureAdvice } from '../../scanner/problem-view.tsx'
import { setSession, useSession, remember, useMemory } from '../../session/session.ts'
import { t, type Words } from '../../texts/t.ts'
import type { Kyc } from './do-kyc.ts'
import styles from './do-kyc.module.css'
import frame from './kyc-page.module.css'
import { refusalAdvice, refusalBy, type RefusalName } from './refusal-advice.ts'

type State = { at: 'typed'; reference: string; refusal?: Refusal } | { at: 'checking'; reference: string }

/** The reason why no order was opened: an empty reference or a failed check (product.md sections 5 and 8). */
type Refusal = { shownAs: 'field' } | { shownAs: 'dialog'; message: Words; name: RefusalName }

/** The age, in ms, at which the branding file, with the bank's consent text, is loaded again for the next customer. */
const brandingFreshMs = 3_600_000

export function ReferenceStep({ keepOrder }: Kyc) {
  const [state, setState] = useState<State>(restored)
  const refusal = state.at === 'typed' ? state.refusal : undefined
  const form = useFocusOnChange<HTMLFormElement>(`${state.at} ${refusal?.shownAs}`, { fromTop: true })
  const isReached = useIsConnected()
  const waiting = useMemory(memory => memory.waitingReference)
  const checkWaiting = useEffectEvent(() => check(waiting))

  useEffect(() => void loadBranding(brandingFreshMs), [])
  useEffect(() => {
    if (isReached && waiting !== '' && state.at === 'typed') void checkWaiting()
  }, [isReached, waiting, state.at])

  return (
    <Card className={`${frame.sheet} ${styles.reference}`}>
      <Form
        ref={form}
        label={t('kyc.reference.title')}
        action={fields => check(fieldText(fields, 'reference').trim())}
      >
        <TextField
          name="reference"
          label={t('kyc.reference.label')}
          hint={t('kyc.reference.hint')}
          error={refusal?.shownAs === 'field' ? t('kyc.reference.empty') : undefined}
          defaultValue={state.reference}
          onInput={event => {
            // Typing starts a new KYC, so the last result is deleted.
            remember({ waitingReference: '' })
            setSession({ refNo: event.currentTarget.value, kycVal: null })
          }}
          readOnly={state.at === 'checking'}
          maxLength={referenceMaxLength}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="go"
          focusOnOpen
          data-next
        />
        <Button type="submit" busy={state.at === 'checking'} wide>
          {t('kyc.reference.check')}
        </Button>
      </Form>
      {refusal?.shownAs === 'dialog' && (
        <RefusedReference
          refusal={refusal}
          onClose={() => setState({ at: 'typed', reference: state.reference })}
          onTryAgain={() => void check(state.reference)}
        />
      )}
    </Card>
  )

  async function check(reference: string): Promise<void> {
    const refuse = (why: Refusal) => setState({ at: 'typed', reference, refusal: why })

    remember({ waitingReference: '' })
    if (reference === '') return refuse({ shownAs: 'field' })
    setState({ at: 'checking', reference })
    setSession({ refNo: reference })
    const isLeft = () => useSession.getState().refNo !== reference
    const { phone } = useSession.getState()
    try {
      const answer = await call('checkReference', { mobile: phone, dbsRefCode: reference, username: phone })
      if (isLeft()) return undefined
      const { orderId, createdOn, biometricConstants } = answer
      if (!orderId)
        return refuse({ shownAs: 'dialog', message: () => t('kyc.reference.orderNotCreated'), name: 'fault' })
      setSession({ retryKycLock: '' })
      keepOrder({ orderId, createdOn, wadh: biometricConstants.wadh, dbsRefCode: reference })
    } catch (error) {
      // After Unauthenticated, SessionWatch has already sent the agent to the log-in.
      if (error instanceof Unauthenticated || isLeft()) return undefined
      const refusedBy = refusalBy(error)
      // A reference check never reaches the authority, so 'authoritySilent' means here that a proxy timed out.
      const name = refusedBy === 'authoritySilent' ? 'slow' : refusedBy
      refuse({ shownAs: 'dialog', message: () => messageOf(error), name })
      if (name === 'offline') remember({ waitingReference: reference })
    }
    return undefined
  }
}

/** Restores the typed reference after a reload. For a retry, the reference must be checked again. */
function restored(): State {
  const { retryKycLock, refNo, kycVal } = useSession.getState()
  return { at: 'typed', reference: retryKycLock === 'true' || kycVal === null ? refNo : '' }
}

type RefusedReferenceProps = {
  refusal: Extract<Refusal, { shownAs: 'dialog' }>
  onClose: () => void
  onTryAgain: () => void
}

function RefusedReference({ refusal: { name, message }, onClose, onTryAgain }: RefusedReferenceProps) {
  const advice = refusalAdvice(name, { says: message(), version: branding().deviceServiceVersion })
  const isUnchecked = unchecked.includes(name)
  return (
    <Dialog
      title={t(isUnchecked ? 'kyc.reference.uncheckedTitle' : 'kyc.reference.failedTitle')}
      onClose={onClose}
      actions={
        <>
          <Button look={isUnchecked ? 'quiet' : 'primary'} onClick={onClose}>
            {t('kyc.reference.ok')}
          </Button>
          {isUnchecked && <Button onClick={onTryAgain}>{t('frame.tryAgain')}</Button>}
        </>
      }
    >
      <FailureAdvice advice={advice} />
    </Dialog>
  )
}

const unchecked: readonly RefusalName[] = ['offline', 'slow', 'busy', 'throttled', 'fault']
