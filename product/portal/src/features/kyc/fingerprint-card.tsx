import type { Consent } from '@ekyc/contract/shapes'
import type { DeviceInfo } from '@ekyc/rd-client'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { serverNow } from '@ekyc/ui/browser/server-clock.ts'
import { Card } from '@ekyc/ui/states/card.tsx'
import { Alert } from '@ekyc/ui/states/alert.tsx'
import { Button } from '@ekyc/ui/controls/button.tsx'
import { Dialog } from '@ekyc/ui/controls/dialog.tsx'

import { branding } from '../../api/branding.ts'
import { ActionBar, ChoiceList, scanButton, ScannerView } from '../../scanner/scanner-view.tsx'
import type { Scanner } from '../../scanner/scanner-state.ts'
import { isMissing } from '../../scanner/scanner-problem.ts'
import { exceptionAddress, go, paths } from '../../session/navigation.ts'
import { useMemory, useSession } from '../../session/session.ts'
import { t } from '../../texts/t.ts'
import { Link } from '../../ui/screen.tsx'
import {
  type CaptureWarning,
  captureWarning,
  certificateDay,
  scannerWarning,
} from '../../scanner/capture-warning.ts'
import { ConsentBox, type ConsentBoxProps } from './consent-box.tsx'
import { consentKeptMs, consentTo, isConsentOver, isConsentTo, useConsent } from './consent.ts'
import styles from './do-kyc.module.css'
import frame from './kyc-page.module.css'
import { type DoKycFlow, rememberedScanner } from './use-do-kyc.ts'
import { captureKeptMs, type DoKyc } from './do-kyc.ts'
import { adviceOn, FailureAdvice } from '../../scanner/failure-advice.tsx'
import { ProblemView, supportLines } from '../../scanner/problem-view.tsx'

type FingerprintCardProps = {
  flow: DoKycFlow
  state: Extract<DoKyc, { step: 'fingerprint' }>
}

export function FingerprintCard({ flow, state }: FingerprintCardProps) {
  const { scanner } = state
  const consent = useConsent()
  const givenConsent = isConsentTo(consent, state.consent) ? state.consent : undefined
  const [isConsentMissed, setConsentMissed] = useState(false)
  const proceed = afterConsent(agreement => void flow.proceed(agreement), consentKeptMs.toProceed)

  const hasProblem = scanner.at === 'problem'
  const scan = useRef<HTMLDivElement>(null)
  const warning = warningOf(scanner)
  const isAgainBetter =
    scanner.at === 'captured' &&
    (scanner.quality.kind === 'fair' || (warning !== undefined && !harmless.includes(warning)))

  return (
    <Card className={`${frame.sheet} ${styles.card}`}>
      {warning && (
        <div className={styles.warning}>
          <Alert
            tone="warning"
            title={t(`kyc.warning.${warning}.title`, {
              day: certificateDay(scannerOf(scanner) ?? noScanner),
            })}
          />
        </div>
      )}
      <ConsentBox
        consent={consent}
        given={givenConsent}
        isMissed={isConsentMissed}
        room={roomOfConsent()}
        onChange={changed => {
          setConsentMissed(false)
          flushSync(() => flow.dispatch({ type: 'consentChanged', consent: changed }))
          // On a phone, the scanner replaces the consent after the tick, so the focus moves to the next control.
          if (changed) {
            scan.current?.querySelector<HTMLElement>('[data-next]')?.focus()
            window.scrollTo(0, 0)
          }
          if (changed && scanner.at === 'idle' && branding().scanAtTick && rememberedScanner()) flow.scan()
        }}
      />
      <div ref={scan} className={`stack-12 ${styles.scan}`}>
        <ScannerView scanner={scanner} />
        {scanner.at === 'problem' && (
          <ScannerProblem
            {...scanner}
            onTryAgain={afterConsent(flow.scan)}
            onProblemRead={() => flow.dispatch({ type: 'problemRead' })}
          />
        )}
        {mayBeException(scanner) && (
          <Link to={exceptionAddress(state.order.orderId)} className={styles.exception}>
            {t('exception.link')}
          </Link>
        )}
        <ActionBar
          sentence={sentenceOf(scanner)}
          hint={hintOf(scanner, warning)}
          isNext={isUnderWay(scanner)}
        >
          {actions()}
        </ActionBar>
      </div>
    </Card>
  )

  function roomOfConsent(): ConsentBoxProps['room'] {
    if (hasProblem && !isConsentMissed) return givenConsent ? 'folded' : 'away'
    if (givenConsent) return 'given'
    return consent.mode === 'tick' ? 'asked' : 'beside'
  }

  function actions() {
    switch (scanner.at) {
      case 'idle':
      case 'coach':
        return scanButton('kyc.scanner.capture', afterConsent(flow.scan))
      case 'captured':
        return (
          <>
            {/* The recommended action comes first and has the focus. */}
            {isAgainBetter && scanButton('kyc.scanner.again', afterConsent(flow.scan))}
            {scanButton('kyc.submit.proceed', proceed, isAgainBetter ? 'quiet' : 'primary')}
            {!isAgainBetter && scanButton('kyc.scanner.again', afterConsent(flow.scan), 'quiet')}
          </>
        )
      case 'problem':
        // No scan can succeed, so the button opens the device check, whose report is for support.
        if (scanner.problem.advice === 'portalFault')
          return scanButton('kyc.scanner.check', () => go(paths.deviceCheck))
        return scanButton(
          isMissing(scanner.problem) ? 'kyc.scanner.searchAgain' : 'kyc.scanner.tryAgain',
          afterConsent(flow.scan),
        )
      case 'choose':
        return (
          <>
            <ChoiceList
              label={t('kyc.scanner.chooseTitle')}
              devices={scanner.devices}
              onChoose={flow.chooseDevice}
            />
            {scanButton('kyc.scanner.cancel', flow.cancelScan, 'quiet')}
          </>
        )
      default:
        return (
          <>
            {/* The busy button keeps its place, so that a second click does not fall on Cancel. */}
            <Button busy>{t('kyc.scanner.capture')}</Button>
            {scanButton('kyc.scanner.cancel', flow.cancelScan, 'quiet')}
          </>
        )
    }
  }

  /** The page captures and sends nothing without a consent. In the mode 'notice' the customer consents by going on. */
  function afterConsent(action: (consent: Consent) => void, keptMs = consentKeptMs.toScan): () => void {
    return () => {
      const validConsent = givenConsent && !isConsentOver(givenConsent, keptMs) ? givenConsent : undefined
      const newConsent = validConsent ?? (consent.mode === 'notice' ? consentTo(consent) : undefined)
      if (newConsent !== givenConsent) flow.dispatch({ type: 'consentChanged', consent: newConsent })
      setConsentMissed(!newConsent)
      if (newConsent) action(newConsent)
    }
  }
}

/** Without a scanner, no finger was tried. On a small desktop screen, the permission coach leaves no room for the link. */
function mayBeException(scanner: Scanner): boolean {
  if (scanner.at === 'problem') return !isMissing(scanner.problem) && scanner.problem.advice !== 'notReady'
  return !isUnderWay(scanner) && scanner.at !== 'captured' && scanner.at !== 'coach'
}

function warningOf(scanner: Scanner): CaptureWarning | undefined {
  const { level1Only = false } = branding()
  if (scanner.at === 'captured') return captureWarning(scanner.capture, serverNow(), level1Only)
  const known = scannerOf(scanner)
  return known && scannerWarning(known, serverNow(), level1Only)
}

function scannerOf(scanner: Scanner): Pick<DeviceInfo, 'mi' | 'mc' | 'level'> | undefined {
  if (scanner.at === 'idle')
    return {
      mi: useSession.getState().readyDeviceName,
      mc: useMemory.getState().scannerCertificate,
      level: undefined,
    }
  return scanner.at === 'capturing' || scanner.at === 'captured' ? scanner.device.info : undefined
}

const noScanner = { mc: '' }
/** The warnings with which a scan may still succeed, so that Proceed stays the recommended action. */
const harmless: readonly CaptureWarning[] = ['level', 'certificateEnds']

const minutes = captureKeptMs / 60_000

function sentenceOf(scanner: Scanner): string {
  switch (scanner.at) {
    case 'idle':
      return t(scanner.because ? `kyc.scanner.${scanner.because}` : 'kyc.scanner.idle', { minutes })
    case 'choose':
      return t('kyc.scanner.chooseNext')
    case 'problem':
      return ''
    default:
      return t(`kyc.scanner.${scanner.at}`)
  }
}

function hintOf(scanner: Scanner, warning: CaptureWarning | undefined): string | undefined {
  if (warning) return t(`kyc.warning.${warning}.now`)
  if (scanner.at !== 'captured') return undefined
  return scanner.quality.kind === 'fair'
    ? t('scanner.quality.advice')
    : t('kyc.scanner.capturedNext', { minutes })
}

function isUnderWay({ at }: Scanner): boolean {
  return at === 'looking' || at === 'finishing' || at === 'ready' || at === 'capturing'
}

type ScannerProblemProps = Extract<Scanner, { at: 'problem' }> & {
  onTryAgain: () => void
  onProblemRead: () => void
}

/** A refusal by the device is also shown in a dialog, until the agent has read it (product.md section 4). */
function ScannerProblem({ read, onProblemRead, ...shown }: ScannerProblemProps) {
  const { problem, onTryAgain } = shown
  return (
    <>
      <ProblemView {...shown} withCustomer>
        <Link to={paths.deviceCheck}>{t('scanner.check')}</Link>
      </ProblemView>
      {problem.shownAs === 'dialog' && !read && (
        <Dialog
          title={problem.title}
          onClose={onProblemRead}
          actions={
            <>
              <Button look={problem.tryAgain ? 'quiet' : 'primary'} onClick={onProblemRead}>
                {t('kyc.scanner.close')}
              </Button>
              {problem.tryAgain && <Button onClick={onTryAgain}>{t('kyc.scanner.tryAgain')}</Button>}
            </>
          }
        >
          <FailureAdvice advice={adviceOn(problem)} support={supportLines(problem)} />
        </Dialog>
      )}
    </>
  )
}
