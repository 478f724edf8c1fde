import { useState } from 'react'

import { serverNow } from '../../api/server-clock.ts'
import { paths } from '../../session/paths.ts'
import { t } from '../../texts/en/kyc.ts'
import { t as ofScanner } from '../../texts/en/scanner.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Link } from '../../ui/link.tsx'
import { ClockWarning } from './clock-warning.tsx'
import { ConsentBox } from './consent-box.tsx'
import { consentKeptMs, consentWords, isConsentOver } from './consent.ts'
import styles from './do-kyc.module.css'
import { ScannerView } from './scanner-view.tsx'
import type { DoKyc } from './do-kyc.ts'
import type { DoKycFlow } from './use-do-kyc.ts'

export type FingerprintCardProps = {
  flow: DoKycFlow
  state: Extract<DoKyc, { step: 'fingerprint' }>
}

/** Step 2 and the way into step 3: consent, the scan, Proceed. */
export function FingerprintCard({ flow, state }: FingerprintCardProps) {
  const { scanner, consentGivenOn } = state
  const [isConsentMissed, setConsentMissed] = useState(false)
  const proceed = afterConsent(() => void flow.proceed(), consentKeptMs.toProceed)

  return (
    <Card title={t('kyc.scanner.title')}>
      <ConsentBox
        givenOn={consentGivenOn}
        isMissed={isConsentMissed}
        isNext={consentGivenOn === undefined || scanner.at === 'idle' || scanner.at === 'coach'}
        onChange={givenOn => {
          setConsentMissed(false)
          flow.dispatch({ type: 'consentChanged', givenOn })
        }}
      />
      <ClockWarning />
      <div className={styles.scanner}>
        <ScannerView
          scanner={scanner}
          onChoose={flow.chooseDevice}
          onTryAgain={afterConsent(flow.scan)}
          onProblemRead={() => flow.dispatch({ type: 'problemRead' })}
        />
        {actions()}
      </div>
    </Card>
  )

  function actions() {
    const isFair = scanner.at === 'captured' && scanner.quality.kind === 'fair'
    switch (scanner.at) {
      case 'idle':
      case 'coach':
        return button('kyc.scanner.capture', afterConsent(flow.scan))
      case 'captured':
        return (
          <>
            {/* The recommended action comes first and has the focus. */}
            {isFair && button('kyc.scanner.again', afterConsent(flow.scan))}
            {button('kyc.submit.proceed', proceed, isFair ? 'quiet' : 'primary')}
            {!isFair && button('kyc.scanner.again', afterConsent(flow.scan), 'quiet')}
          </>
        )
      case 'problem':
        return (
          <>
            {button(
              scanner.problem.advice === 'noService' ? 'kyc.scanner.searchAgain' : 'kyc.scanner.tryAgain',
              afterConsent(flow.scan),
            )}
            <Link to={paths.deviceCheck} className={styles.check}>
              {ofScanner('scanner.check')}
            </Link>
          </>
        )
      default:
        return button('kyc.scanner.cancel', flow.cancelScan, 'quiet')
    }
  }

  /** data-next marks the element that gets the focus. */
  function button(words: Parameters<typeof t>[0], press: () => void, look: 'primary' | 'quiet' = 'primary') {
    return (
      <Button look={look} wide data-next={look === 'primary' ? '' : undefined} onClick={press}>
        {t(words)}
      </Button>
    )
  }

  /**
   * Asks for consent before anything is captured or sent, and again when it is too old. A notice counts as given by
   * continuing.
   */
  function afterConsent(action: () => void, keptMs = consentKeptMs.toScan): () => void {
    return () => {
      const isMissing = consentGivenOn === undefined || isConsentOver(consentGivenOn, keptMs)
      const isTicked = consentWords().mode === 'tick'
      if (isMissing) {
        const givenOn = isTicked ? undefined : serverNow().toISOString()
        flow.dispatch({ type: 'consentChanged', givenOn })
      }
      setConsentMissed(isMissing && isTicked)
      if (!isMissing || !isTicked) action()
    }
  }
}
