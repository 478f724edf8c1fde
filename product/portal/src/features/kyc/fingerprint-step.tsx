import type { Consent } from '@ekyc/contract/shapes'
import { type DeviceInfo, isServiceAddress, type ServiceAddress } from '@ekyc/rd-client'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Unauthenticated } from '@ekyc/ui/browser/call-errors.ts'
import { useIsConnected } from '@ekyc/ui/browser/connection.ts'
import { serverNow } from '@ekyc/ui/browser/server-clock.ts'
import { Card } from '@ekyc/ui/states/card.tsx'
import { Alert } from '@ekyc/ui/states/alert.tsx'
import { Button } from '@ekyc/ui/controls/button.tsx'
import { Dialog } from '@ekyc/ui/controls/dialog.tsx'

import { branding } from '../../api/branding.ts'
import {
  ActionBar,
  ChoiceList,
  ClockWarning,
  FingerprintDrawing,
  scanButton,
  ScannerView,
} from '../../scanner/scanner-view.tsx'
import { createScan, type FoundDevice } from '../../scanner/scan.ts'
import { permissionEvent, type Scanner, watchPermission } from '../../scanner/scanner-state.ts'
import { isMissing } from '../../scanner/scanner-problem.ts'
import { exceptionAddress, go, paths } from '../../session/navigation.ts'
import { remember, setSession, useMemory, useSession } from '../../session/session.ts'
import type { PreparedOrder } from '../../session/session-state.ts'
import { t } from '../../texts/t.ts'
import { Link } from '../../ui/screen.tsx'
import {
  type CaptureWarning,
  captureWarning,
  certificateDay,
  isHarmless,
  scannerWarning,
} from '../../scanner/capture-warning.ts'
import { ConsentBox, type ConsentBoxProps } from './consent-box.tsx'
import { consentKeptMs, consentTo, isConsentOver, isConsentTo, useConsent } from './consent.ts'
import styles from './do-kyc.module.css'
import frame from './kyc-page.module.css'
import { captureKeptMs, type Kyc, type KycScanner } from './do-kyc.ts'
import { type Submitted, submitOrder } from './submit-order.ts'
import { adviceOn, FailureAdvice, ProblemView } from '../../scanner/problem-view.tsx'

export function FingerprintStep(kyc: Kyc) {
  const { order, scanner } = kyc
  const scan = useScan(kyc)
  const isReached = useIsConnected()
  if (scanner.at !== 'sent')
    return (
      <>
        <ClockWarning />
        <FingerprintCard order={order} scanner={scanner} scan={scan} />
      </>
    )
  return (
    <Card className={`${frame.sheet} ${styles.card}`}>
      <FingerprintDrawing mood="looking" />
      <ActionBar sentence={t(isReached ? 'kyc.submit.sending' : 'kyc.submit.waiting')} isNext />
    </Card>
  )
}

type FingerprintCardProps = { order: PreparedOrder; scanner: Scanner; scan: ReturnType<typeof useScan> }

function FingerprintCard({ order, scanner, scan }: FingerprintCardProps) {
  const consent = useConsent()
  const [lastConsent, setConsent] = useState<Consent>()
  const givenConsent = isConsentTo(consent, lastConsent) ? lastConsent : undefined
  const [isConsentMissed, setConsentMissed] = useState(false)
  const proceed = afterConsent(agreement => void scan.proceed(agreement), consentKeptMs.toProceed)

  const place = useRef<HTMLDivElement>(null)
  const known = scannerOf(scanner)
  const warning = scanner.at === 'captured' ? captureWarning(scanner.capture) : known && scannerWarning(known)
  const isAgainBetter =
    scanner.at === 'captured' &&
    (scanner.quality.kind === 'fair' || (warning !== undefined && !isHarmless(warning)))

  return (
    <Card className={`${frame.sheet} ${styles.card}`}>
      {warning && (
        <div className={styles.warning}>
          <Alert
            tone="warning"
            title={t(`kyc.warning.${warning}.title`, { day: certificateDay({ mc: known?.mc ?? '' }) })}
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
          flushSync(() => setConsent(changed))
          // On a phone, the scanner replaces the consent after the tick, so the focus moves to the next control.
          if (changed) {
            place.current?.querySelector<HTMLElement>('[data-next]')?.focus()
            window.scrollTo(0, 0)
          }
          if (changed && scanner.at === 'idle' && branding().scanAtTick && rememberedScanner()) scan.start()
        }}
      />
      <div ref={place} className={`stack-12 ${styles.scan}`}>
        <ScannerView scanner={scanner} />
        {scanner.at === 'problem' && (
          <ScannerProblem
            {...scanner}
            onTryAgain={afterConsent(scan.start)}
            onProblemRead={scan.readProblem}
          />
        )}
        {mayBeException(scanner) && (
          <Link to={exceptionAddress(order.orderId)} className={styles.exception}>
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
    if (scanner.at === 'problem' && !isConsentMissed) return givenConsent ? 'folded' : 'away'
    if (givenConsent) return 'given'
    return consent.mode === 'tick' ? 'asked' : 'beside'
  }

  function actions() {
    switch (scanner.at) {
      case 'idle':
      case 'coach':
        return scanButton('kyc.scanner.capture', afterConsent(scan.start))
      case 'captured':
        return (
          <>
            {/* The recommended action comes first and has the focus. */}
            {isAgainBetter && scanButton('kyc.scanner.again', afterConsent(scan.start))}
            {scanButton('kyc.submit.proceed', proceed, isAgainBetter ? 'quiet' : 'primary')}
            {!isAgainBetter && scanButton('kyc.scanner.again', afterConsent(scan.start), 'quiet')}
          </>
        )
      case 'problem':
        // No scan can succeed, so the button opens the device check, whose report is for support.
        if (scanner.problem.advice === 'portalFault')
          return scanButton('kyc.scanner.check', () => go(paths.deviceCheck))
        return scanButton(
          isMissing(scanner.problem) ? 'kyc.scanner.searchAgain' : 'frame.tryAgain',
          afterConsent(scan.start),
        )
      case 'choose':
        return (
          <>
            <ChoiceList
              label={t('kyc.scanner.chooseTitle')}
              devices={scanner.devices}
              onChoose={scan.choose}
            />
            {scanButton('frame.cancel', scan.cancel, 'quiet')}
          </>
        )
      default:
        return (
          <>
            {/* The busy button keeps its place, so that a second click does not fall on Cancel. */}
            <Button busy>{t('kyc.scanner.capture')}</Button>
            {scanButton('frame.cancel', scan.cancel, 'quiet')}
          </>
        )
    }
  }

  /** The page captures and sends nothing without a consent. In the mode 'notice' the customer consents by going on. */
  function afterConsent(action: (consent: Consent) => void, keptMs = consentKeptMs.toScan): () => void {
    return () => {
      const validConsent = givenConsent && !isConsentOver(givenConsent, keptMs) ? givenConsent : undefined
      const newConsent = validConsent ?? (consent.mode === 'notice' ? consentTo(consent) : undefined)
      if (newConsent !== givenConsent) setConsent(newConsent)
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

function scannerOf(scanner: Scanner): Pick<DeviceInfo, 'mi' | 'mc' | 'level'> | undefined {
  if (scanner.at === 'idle')
    return {
      mi: useSession.getState().readyDeviceName,
      mc: useMemory.getState().scannerCertificate,
      level: undefined,
    }
  return scanner.at === 'capturing' || scanner.at === 'captured' ? scanner.device.info : undefined
}

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
        <Link to={paths.deviceCheck}>{t('check.title')}</Link>
      </ProblemView>
      {problem.shownAs === 'dialog' && !read && (
        <Dialog
          title={problem.title}
          onClose={onProblemRead}
          actions={
            <>
              <Button look={problem.tryAgain ? 'quiet' : 'primary'} onClick={onProblemRead}>
                {t('frame.close')}
              </Button>
              {problem.tryAgain && <Button onClick={onTryAgain}>{t('frame.tryAgain')}</Button>}
            </>
          }
        >
          <FailureAdvice advice={adviceOn(problem)} />
        </Dialog>
      )}
    </>
  )
}

function useScan({ order, scanner, dispatch }: Kyc) {
  const { orderId, wadh } = order
  const [scan] = useState(() => createScan({ emit: dispatch }))
  const queries = useQueryClient()

  useEffect(() => () => scan.cancel(), [scan])
  useEffect(() => watchPermission(permission => dispatch(permissionEvent(permission))), [dispatch])
  useEffect(() => {
    setSession({ checkingDriverStatus: driverStatuses[scanner.at] })
    // The id stays here only if the agent leaves the screen with a capture, which ends with the screen.
    remember({ leftCaptureOf: scanner.at === 'captured' ? orderId : undefined })
    if (scanner.at !== 'captured') return undefined
    rememberScanner(scanner.device)
    const msLeft = scanner.capturedAt + captureKeptMs - Date.now()
    const drop = () => dispatch({ type: 'captureDropped' })
    const timer = setTimeout(drop, msLeft)
    // The back/forward cache may keep a page in memory after the agent leaves it, so the page drops the capture.
    window.addEventListener('pagehide', drop)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('pagehide', drop)
    }
  }, [scanner, orderId, dispatch])

  return {
    start: () => void scan.start({ wadh, remembered: rememberedScanner() }),
    choose: (device: FoundDevice) => void scan.choose(device, { wadh }),
    cancel() {
      scan.cancel()
      dispatch({ type: 'scanCancelled' })
    },
    readProblem: () => dispatch({ type: 'problemRead' }),
    async proceed(consent: Consent): Promise<void> {
      if (scanner.at !== 'captured') return
      const { capture, capturedAt } = scanner
      // The timer above does not run while the computer sleeps, so the capture may be too old.
      if (Date.now() - capturedAt >= captureKeptMs) return dispatch({ type: 'captureDropped' })
      dispatch({ type: 'submitStarted' })
      await submit({ order, capture, consent })
      // The cached order lists and counts do not contain this order yet, so they are loaded again.
      return queries.invalidateQueries()
    },
  }
}

const driverStatuses: Record<KycScanner['at'], '' | 'LOADING' | 'READY' | 'ERROR'> = {
  idle: '',
  coach: '',
  looking: 'LOADING',
  finishing: 'LOADING',
  choose: 'LOADING',
  ready: 'READY',
  capturing: 'READY',
  captured: 'READY',
  problem: 'ERROR',
  sent: '',
}

async function submit(parts: Submitted): Promise<void> {
  try {
    const kycVal = await submitOrder(parts)
    const { orderId, dbsRefCode } = parts.order
    // The agent has gone on to the next customer or logged out, so only the KYC List shows this verdict.
    if (useSession.getState().prepareOrderResponse?.orderId !== orderId) return
    setSession({ kycVal, prepareOrderResponse: null, refNo: dbsRefCode })
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
