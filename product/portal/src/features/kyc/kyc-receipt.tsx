import type { ReactNode } from 'react'

import type { KycResult } from '../../session/session-state.ts'
import { isEnglish } from '@ekyc/ui/server-text.ts'
import { exceptionAddress } from '../../session/paths.ts'
import { t } from '../../texts/t.ts'
import { Link } from '../../ui/link.ts'
import { Card } from '@ekyc/ui/card.tsx'
import { CopyableList } from './copyable-list.tsx'
import { FailureAdvice } from '../../scanner/failure-advice.tsx'
import frame from './kyc-page.module.css'
import styles from './kyc-receipt.module.css'
import { ReceiptHead } from './receipt-head.tsx'
import { receiptEntries } from './receipt-entries.ts'
import { adviceOn } from './result-advice.ts'
import { SendReceipt } from './send-receipt.tsx'

export function KycReceipt({
  result,
  actions,
  children,
}: {
  result: KycResult
  actions?: ReactNode
  children?: ReactNode
}) {
  const entries = receiptEntries(result)
  return (
    <>
      <ReceiptHead />
      <Card className={`${frame.sheet} ${styles.receipt}`}>
        <div className={styles.says}>
          <Verdict result={result} />
          {actions}
        </div>
        <div className={styles.facts}>
          <CopyableList entries={entries} />
          <SendReceipt word={verdictWord(result)} entries={entries} />
          {children}
          {result.authority && !result.exception && (
            <Link to={exceptionAddress(result.orderId)} className={styles.link}>
              {t('exception.link')}
            </Link>
          )}
        </div>
      </Card>
    </>
  )
}

export function verdictId({ status }: KycResult): string {
  return status === 'KYC_SUCCESS' ? 'kyc-done' : 'kyc-failed'
}

function verdictWord({ status }: KycResult): string {
  return t(`kyc.result.${status}`)
}

function Verdict({ result }: { result: KycResult }) {
  const { status, displayMsg } = result
  const word = verdictWord(result)
  const isSuccess = status === 'KYC_SUCCESS'
  const advice = adviceOn(result)
  return (
    <div
      id={verdictId(result)}
      className={`${styles.verdict} ${isSuccess ? styles.success : styles.failure}`}
      role={isSuccess ? 'status' : 'alert'}
    >
      <div className={styles.word}>
        <ResultMark isSuccess={isSuccess} />
        <h2>{word}</h2>
      </div>
      {isSuccess && <p>{t('kyc.result.successWords')}</p>}
      {isSuccess && isEnglish() && displayMsg !== word && <p>{displayMsg}</p>}
      {!isSuccess && <FailureAdvice advice={advice} support={advice.support} />}
    </div>
  )
}

function ResultMark({ isSuccess }: { isSuccess: boolean }) {
  return (
    <svg viewBox="0 0 96 96" width="96" height="96" aria-hidden="true">
      <circle cx="48" cy="48" r="44" fill="currentColor" />
      <path
        d={isSuccess ? 'M28 50l13.5 13.5L69 35' : 'M34 34l28 28M62 34L34 62'}
        fill="none"
        stroke="var(--paper)"
        strokeWidth="8"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
