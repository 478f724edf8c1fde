import type { ReactNode } from 'react'

import { t } from '../texts/t.ts'
import { CopyButton } from '@ekyc/ui/copy-button.tsx'
import { adviceOn, type AdviceName } from './advice.ts'
import { FailureAdvice } from './failure-advice.tsx'
import { MissingService } from './missing-service.tsx'
import { NoteForIt } from './note-for-it.tsx'
import { PermissionSteps } from './permission-steps.tsx'
import { problemDetails } from './problem-details.ts'
import { isMissing, type ScannerProblem } from './scanner-problem.ts'
import type { Scanner } from './scanner-state.ts'
import styles from './scanner-view.module.css'

type ProblemViewProps = Omit<Extract<Scanner, { at: 'problem' }>, 'at' | 'read'> & {
  onTryAgain: () => void
  /** Absent if no customer stands at the scanner. */
  withCustomer?: boolean
  /** Another way on, beside the button that copies the details. */
  children?: ReactNode
}

export function ProblemView({ problem, attempt, onTryAgain, withCustomer, children }: ProblemViewProps) {
  const advice = adviceOn(problem)
  const steps = problem.advice === 'permissionDenied' && <PermissionSteps />
  const reasons = isMissing(problem) && <MissingService onFound={onTryAgain} />
  // If a program answered unreadably, the advice on this program stands above the advice to install a service.
  const isUnreadable = problem.advice === 'answeredUnreadably'
  return (
    <>
      <div className={styles.problem} role="alert">
        <p className={styles.problemTitle}>{problem.title}</p>
        {!isUnreadable && reasons}
        <FailureAdvice
          advice={withCustomer ? advice : { ...advice, tell: '' }}
          steps={steps}
          support={supportLines(problem)}
        />
        {isUnreadable && reasons}
      </div>
      {forIt.includes(problem.advice) && <NoteForIt />}
      <div className={styles.ways}>
        {children}
        <CopyButton look="link" label={t('scanner.details.copy')} text={problemDetails(problem, attempt)} />
      </div>
    </>
  )
}

export function supportLines({ deviceCode, support }: ScannerProblem): string[] {
  return [
    ...(deviceCode ? [t('kyc.advice.code', { code: deviceCode })] : []),
    ...(support ? [t('kyc.advice.support', { text: support() })] : []),
  ]
}

const forIt: readonly AdviceName[] = ['permissionDenied', 'permissionBlocked']
