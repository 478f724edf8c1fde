import { branding } from '../../api/branding.ts'
import { adviceFor, type AdviceName } from '../../scanner/advice.ts'
import { CertificateCoach } from '../../scanner/certificate-coach.tsx'
import { ChoiceList } from '../../scanner/choice-list.tsx'
import type { DrawingMood } from '../../scanner/fingerprint-drawing.tsx'
import { nameOfDevice, type FoundDevice } from '../../scanner/found-device.ts'
import { InstallLinks } from '../../scanner/install-links.tsx'
import { NoteForIt } from '../../scanner/note-for-it.tsx'
import { PermissionSteps } from '../../scanner/permission-steps.tsx'
import { QualityMeter } from '../../scanner/quality-meter.tsx'
import { ScanPicture } from '../../scanner/scan-picture.tsx'
import { t } from '../../texts/en/kyc.ts'
import { t as ofScanner } from '../../texts/en/scanner.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import styles from './do-kyc.module.css'
import { captureKeptMs, type Scanner } from './do-kyc.ts'
import { FailureAdvice } from './failure-advice.tsx'

const keptMinutes = captureKeptMs / 60_000

export type ScannerViewProps = {
  scanner: Scanner
  onChoose: (device: FoundDevice) => void
  onTryAgain: () => void
  onProblemRead: () => void
}

/** The scanner's state as picture, name and one sentence, announced as it changes. */
export function ScannerView({ scanner, onChoose, onTryAgain, onProblemRead }: ScannerViewProps) {
  const device = 'device' in scanner ? scanner.device : undefined
  return (
    <>
      <ScanPicture mood={scanner.at === 'looking' && scanner.asks ? 'asking' : moods[scanner.at]} />
      {device && <p className={styles.device}>{nameOfDevice(device)}</p>}
      <output className={styles.sentence} tabIndex={-1} data-next={isUnderWay(scanner) ? '' : undefined}>
        {sentenceOf(scanner)}
      </output>
      {scanner.at === 'captured' && (
        <>
          <QualityMeter quality={scanner.quality} />
          <p className={styles.quiet}>
            {scanner.quality.kind === 'fair'
              ? ofScanner('scanner.quality.advice')
              : t('kyc.scanner.capturedNext', { minutes: keptMinutes })}
          </p>
        </>
      )}
      {scanner.at === 'choose' && (
        <ChoiceList
          label={t('kyc.scanner.chooseTitle')}
          choices={scanner.devices.map(found => ({ ...found, name: nameOfDevice(found) }))}
          onChoose={onChoose}
        />
      )}
      {scanner.at === 'problem' && (
        <Problem {...scanner} onTryAgain={onTryAgain} onProblemRead={onProblemRead} />
      )}
    </>
  )
}

const moods: Record<Scanner['at'], DrawingMood | 'asking'> = {
  idle: 'waiting',
  coach: 'asking',
  looking: 'looking',
  choose: 'waiting',
  ready: 'looking',
  capturing: 'reading',
  captured: 'captured',
  problem: 'problem',
}

function isUnderWay({ at }: Scanner): boolean {
  return at === 'looking' || at === 'ready' || at === 'capturing'
}

function sentenceOf(scanner: Scanner): string {
  switch (scanner.at) {
    case 'idle':
      return t(scanner.because ? `kyc.scanner.${scanner.because}` : 'kyc.scanner.idle', {
        minutes: keptMinutes,
      })
    case 'choose':
      return t('kyc.scanner.chooseNext')
    // PermissionCoach and Problem show their own text.
    case 'coach':
    case 'problem':
      return ''
    default:
      return t(`kyc.scanner.${scanner.at}`)
  }
}

type ProblemProps = Extract<Scanner, { at: 'problem' }> &
  Pick<ScannerViewProps, 'onTryAgain' | 'onProblemRead'>

function Problem({ problem, read, onTryAgain, onProblemRead }: ProblemProps) {
  const { deviceServiceVersion: version } = branding()
  const advice = adviceFor(problem.advice, {
    version,
    ...(problem.score !== undefined && { score: problem.score }),
  })
  const support = [
    ...(problem.deviceCode ? [t('kyc.advice.code', { code: problem.deviceCode })] : []),
    ...(problem.support ? [t('kyc.advice.support', { text: problem.support })] : []),
  ]
  const steps = problem.advice === 'permissionDenied' && <PermissionSteps />
  const words = <FailureAdvice advice={advice} steps={steps} support={support} />
  return (
    <>
      <div className={styles.problem} role="alert">
        <p className={styles.problemTitle}>{problem.title}</p>
        {words}
        {problem.advice === 'noService' && <InstallLinks />}
      </div>
      {problem.advice === 'noService' && <CertificateCoach />}
      {forIt.includes(problem.advice) && <NoteForIt />}
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
          {words}
        </Dialog>
      )}
    </>
  )
}

const forIt: readonly AdviceName[] = ['permissionDenied', 'permissionBlocked']
