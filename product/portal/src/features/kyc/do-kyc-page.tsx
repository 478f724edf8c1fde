import { useState } from 'react'

import { useIsConnected } from '@ekyc/ui/connection.ts'
import { t } from '../../texts/t.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { Card } from '@ekyc/ui/card.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
// The import of the frame's styles comes first, so that a screen's own styles override them.
import frame from './kyc-page.module.css'
import { ActionBar } from '../../scanner/action-bar.tsx'
import { CheckedReference } from './checked-reference.tsx'
import { ClockWarning } from '../../scanner/clock-warning.tsx'
import styles from './do-kyc.module.css'
import { FingerprintCard } from './fingerprint-card.tsx'
import scannerStyles from '../../scanner/scanner-view.module.css'
import { FingerprintDrawing } from '../../scanner/fingerprint-drawing.tsx'
import { ReferenceCard } from './reference-card.tsx'
import { Steps } from './steps.tsx'
import { useDoKyc } from './use-do-kyc.ts'
import { useFocusOnChange } from '@ekyc/ui/use-focus-on-change.ts'
import type { Scanner } from '../../scanner/scanner-state.ts'
import type { DoKyc } from './do-kyc.ts'

export function DoKycPage() {
  const flow = useDoKyc()
  const { state } = flow
  const isReached = useIsConnected()
  const page = useFocusOnChange(landmarkOf(state), { fromTop: true })
  // At the step 'reference', the reference field has the focus instead of the title.
  const [isTitleNext] = useState(state.step !== 'reference')
  return (
    <div ref={page} className={`${frame.page} ${styles.page}`}>
      <div className={frame.head}>
        <BackLink />
        <ScreenTitle focus={isTitleNext}>{t('kyc.title')}</ScreenTitle>
        {state.step === 'fingerprint' && (
          <CheckedReference reference={state.order.reference} onChange={flow.startOver} />
        )}
        {state.step === 'submitting' && <CheckedReference reference={state.order.reference} />}
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
          <div className={scannerStyles.picture}>
            <FingerprintDrawing mood="looking" />
          </div>
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

/**
 * Tells whether the page waits for a scan to start. A change of the browser's permission can replace one such state by
 * another. All of them have the same landmark, so the focus then stays where it is.
 */
function isWaiting(scanner: Scanner): boolean {
  return (
    scanner.at === 'idle' || scanner.at === 'coach' || (scanner.at === 'problem' && scanner.problem.seenAhead)
  )
}
