import { useId, useState } from 'react'
import { useIsConnected } from '@ekyc/ui/browser/connection.ts'
import { Card } from '@ekyc/ui/states/card.tsx'
import { useFocusOnChange } from '@ekyc/ui/states/use-focus-on-change.ts'
import { referenceMaxLength } from '@ekyc/contract/limits'
import { Button } from '@ekyc/ui/controls/button.tsx'
import { fieldText, Form, TextField } from '@ekyc/ui/controls/form.tsx'
import { Dialog } from '@ekyc/ui/controls/dialog.tsx'
import { Drawing, Icon } from '@ekyc/ui/controls/icon.tsx'

import { t } from '../../texts/t.ts'
import { BackLink, ScreenTitle } from '../../ui/screen.tsx'
// The import of the frame's styles comes first, so that a screen's own styles override them.
import frame from './kyc-page.module.css'
import { ActionBar, ClockWarning, FingerprintDrawing } from '../../scanner/scanner-view.tsx'
import styles from './do-kyc.module.css'
import stepStyles from './steps.module.css'
import { FingerprintCard } from './fingerprint-card.tsx'
import { useDoKyc, type DoKycFlow } from './use-do-kyc.ts'
import type { Scanner } from '../../scanner/scanner-state.ts'
import type { DoKyc, ReferenceRefusal } from './do-kyc.ts'
import { branding } from '../../api/branding.ts'
import { FailureAdvice } from '../../scanner/failure-advice.tsx'
import { refusalAdvice, type RefusalName } from './refusal-advice.ts'

export function DoKycPage() {
  const flow = useDoKyc()
  const { state } = flow
  const isReached = useIsConnected()
  const page = useFocusOnChange(landmarkOf(state), { fromTop: true })
  // At the step 'reference', the reference field has the focus instead of the title.
  const [isTitleNext] = useState(state.step !== 'reference')
  return (
    <div ref={page} className={`${frame.page} ${styles.page}`}>
      <div className={`row-8 ${frame.head}`}>
        <BackLink />
        <ScreenTitle focus={isTitleNext}>{t('kyc.title')}</ScreenTitle>
        {'order' in state && (
          <CheckedReference
            reference={state.order.reference}
            onChange={state.step === 'fingerprint' ? flow.startOver : undefined}
          />
        )}
      </div>
      <Steps state={state} />
      {(state.step === 'reference' || state.step === 'checking') && (
        <ReferenceCard flow={flow} state={state} />
      )}
      {state.step === 'fingerprint' && (
        <>
          <ClockWarning />
          <FingerprintCard flow={flow} state={state} />
        </>
      )}
      {state.step === 'submitting' && (
        <Card className={`${frame.sheet} ${styles.card}`}>
          <FingerprintDrawing mood="looking" />
          <ActionBar sentence={t(isReached ? 'kyc.submit.sending' : 'kyc.submit.waiting')} isNext />
        </Card>
      )}
    </div>
  )
}

/** Returns a key for the content that the page shows. When the key changes, the focus moves to the next control. */
function landmarkOf(state: DoKyc): string {
  if (state.step === 'fingerprint') {
    const { scanner } = state
    if (isWaiting(scanner)) return 'fingerprint'
    return `fingerprint ${scanner.at} ${scanner.at === 'problem' && scanner.read ? 'read' : ''}`
  }
  if (state.step === 'reference') return `reference ${state.refusal?.shownAs ?? ''}`
  return state.step
}

/** A change of the browser's permission may replace one of these states by another; the focus then stays. */
function isWaiting(scanner: Scanner): boolean {
  return (
    scanner.at === 'idle' || scanner.at === 'coach' || (scanner.at === 'problem' && scanner.problem.seenAhead)
  )
}

type ReferenceCardProps = {
  flow: DoKycFlow
  state: Extract<DoKyc, { step: 'reference' | 'checking' }>
}

function ReferenceCard({ flow, state }: ReferenceCardProps) {
  const refusal = state.step === 'reference' ? state.refusal : undefined
  return (
    <Card className={`${frame.sheet} ${styles.reference}`}>
      <Form
        label={t('kyc.reference.title')}
        action={async fields => flow.check(fieldText(fields, 'reference'))}
      >
        <TextField
          name="reference"
          label={t('kyc.reference.label')}
          hint={t('kyc.reference.hint')}
          error={refusal?.shownAs === 'field' ? t('kyc.reference.empty') : undefined}
          defaultValue={state.reference}
          onInput={event => flow.keepTyped(event.currentTarget.value)}
          readOnly={state.step === 'checking'}
          maxLength={referenceMaxLength}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="go"
          focusOnOpen
          data-next
        />
        <Button type="submit" busy={state.step === 'checking'} wide>
          {t('kyc.reference.check')}
        </Button>
      </Form>
      {refusal?.shownAs === 'dialog' && (
        <RefusedReference
          refusal={refusal}
          onClose={() => flow.dispatch({ type: 'refusalRead' })}
          onTryAgain={() => void flow.check(state.reference)}
        />
      )}
    </Card>
  )
}

type RefusedReferenceProps = {
  refusal: Extract<ReferenceRefusal, { shownAs: 'dialog' }>
  onClose: () => void
  onTryAgain: () => void
}

function RefusedReference({ refusal, onClose, onTryAgain }: RefusedReferenceProps) {
  const advice = refusalAdvice(refusal.refusal, {
    says: refusal.message(),
    version: branding().deviceServiceVersion,
  })
  const isUnchecked = unchecked.includes(refusal.refusal)
  return (
    <Dialog
      title={t(isUnchecked ? 'kyc.reference.uncheckedTitle' : 'kyc.reference.failedTitle')}
      onClose={onClose}
      actions={
        <>
          <Button look={isUnchecked ? 'quiet' : 'primary'} onClick={onClose}>
            {t('kyc.reference.ok')}
          </Button>
          {isUnchecked && <Button onClick={onTryAgain}>{t('kyc.reference.tryAgain')}</Button>}
        </>
      }
    >
      <FailureAdvice advice={advice} support={advice.support} />
    </Dialog>
  )
}

const unchecked: readonly RefusalName[] = ['offline', 'slow', 'busy', 'throttled', 'fault']

function CheckedReference({
  reference,
  onChange,
}: {
  reference: string
  onChange: (() => void) | undefined
}) {
  const id = useId()
  return (
    <div className={styles.row}>
      <span className="unseen">
        <label htmlFor={id}>{t('kyc.reference.label')}</label>
      </span>
      <Icon name="tick" />
      <input id={id} value={reference} size={reference.length} readOnly />
      <span className="unseen">{t('kyc.reference.accepted')}</span>
      {onChange && (
        <Button look="link" onClick={onChange}>
          <Icon name="edit" />
          <span className="unseen-on-phone">{t('kyc.reference.startOver')}</span>
        </Button>
      )}
    </div>
  )
}

function Steps({ state }: { state: DoKyc }) {
  const present = presentStep(state)
  return (
    <ol className={stepStyles.steps} aria-label={t('kyc.steps')}>
      {steps.map((name, index) => (
        <li
          key={name}
          className={index < present ? stepStyles.done : index === present ? stepStyles.present : ''}
          aria-current={index === present ? 'step' : undefined}
        >
          <span className={stepStyles.mark} aria-hidden="true">
            {index < present ? (
              <Drawing d="M3 8.5l3.4 3.4L13 4.8" viewBox="0 0 16 16" size={16} strokeWidth="2.5" />
            ) : (
              index + 1
            )}
          </span>
          <span>{t(`kyc.step.${name}`)}</span>
          {index < present && <span className="unseen">{t('kyc.step.done')}</span>}
        </li>
      ))}
    </ol>
  )
}

const steps = ['reference', 'fingerprint', 'submit'] as const

function presentStep(state: DoKyc): number {
  if (state.step === 'submitting') return 2
  if (state.step !== 'fingerprint') return 0
  return state.scanner.at === 'captured' ? 2 : 1
}
