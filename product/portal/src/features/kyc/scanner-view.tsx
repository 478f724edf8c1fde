import type { AdviceName } from '../../scanner/advice.ts'
import type { DrawingMood } from '../../scanner/fingerprint-drawing.tsx'
import { nameOfDevice } from '../../scanner/found-device.ts'
import { MissingService } from '../../scanner/missing-service.tsx'
import { NoteForIt } from '../../scanner/note-for-it.tsx'
import { PermissionSteps } from '../../scanner/permission-steps.tsx'
import { QualityMeter } from '../../scanner/quality-meter.tsx'
import { ScanPicture } from '../../scanner/scan-picture.tsx'
import { problemDetails } from '../../scanner/problem-details.ts'
import { isMissing } from '../../scanner/scanner-problem.ts'
import { t } from '../../texts/t.ts'
import { paths } from '../../session/paths.ts'
import { Button } from '@ekyc/ui/button.tsx'
import { CopyButton } from '@ekyc/ui/copy-button.tsx'
import { Dialog } from '@ekyc/ui/dialog.tsx'
import { Link } from '../../ui/link.ts'
import styles from './do-kyc.module.css'
import type { Scanner } from './do-kyc.ts'
import { adviceOn, hasSteps } from './scanner-sentence.ts'
import { FailureAdvice } from './failure-advice.tsx'

export type ScannerViewProps = {
  scanner: Scanner
  onTryAgain: () => void
  onProblemRead: () => void
}

export function ScannerView({ scanner, onTryAgain, onProblemRead }: ScannerViewProps) {
  const device = 'device' in scanner ? scanner.device : undefined
  return (
    <>
      <div className={styles.picture} data-at={scanner.at}>
        <ScanPicture mood={scanner.at === 'looking' && scanner.asks ? 'asking' : moods[scanner.at]} />
      </div>
      {device && <p className={styles.device}>{nameOfDevice(device)}</p>}
      {scanner.at === 'captured' && <QualityMeter quality={scanner.quality} />}
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
  finishing: 'looking',
  choose: 'waiting',
  ready: 'looking',
  capturing: 'reading',
  captured: 'captured',
  problem: 'problem',
}

type ProblemProps = Extract<Scanner, { at: 'problem' }> &
  Pick<ScannerViewProps, 'onTryAgain' | 'onProblemRead'>

function Problem({ problem, attempt, read, onTryAgain, onProblemRead }: ProblemProps) {
  const advice = adviceOn(problem)
  const support = [
    ...(problem.deviceCode ? [t('kyc.advice.code', { code: problem.deviceCode })] : []),
    ...(problem.support ? [t('kyc.advice.support', { text: problem.support() })] : []),
  ]
  const steps = hasSteps(problem) && <PermissionSteps />
  const reasons = isMissing(problem) && <MissingService onFound={onTryAgain} />
  // If a program answered unreadably, the advice on this program stands above the advice to install a service.
  const isUnreadable = problem.advice === 'answeredUnreadably'
  return (
    <>
      <div className={styles.problem} role="alert">
        <p className={styles.problemTitle}>{problem.title}</p>
        {!isUnreadable && reasons}
        <FailureAdvice advice={advice} steps={steps} support={support} />
        {isUnreadable && reasons}
      </div>
      {forIt.includes(problem.advice) && <NoteForIt />}
      <div className={styles.ways}>
        <Link to={paths.deviceCheck}>{t('scanner.check')}</Link>
        <CopyButton look="link" label={t('scanner.details.copy')} text={problemDetails(problem, attempt)} />
      </div>
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
          <FailureAdvice advice={advice} support={support} />
        </Dialog>
      )}
    </>
  )
}

const forIt: readonly AdviceName[] = ['permissionDenied', 'permissionBlocked']
