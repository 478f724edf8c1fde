import { branding, useBranding } from '../../api/branding.ts'
import { go } from '../../session/navigation.ts'
import { ownPath, paths } from '../../session/paths.ts'
import type { KycResult } from '../../session/session-state.ts'
import { setSession, useSession } from '../../session/session.ts'
import { startFreshKyc } from '../../session/fresh-kyc.ts'
import { t } from '../../texts/en/kyc.ts'
import { shownTime } from '../../texts/shown-time.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { authorityAdvice } from './authority-advice.ts'
import { CopyableList } from './copyable-list.tsx'
import { FailureAdvice } from './failure-advice.tsx'
import styles from './kyc-result.module.css'
import { isRefusal, refusalAdvice, type NextStep, type RefusalAdvice } from './refusal-advice.ts'
import { ResultMark } from './result-mark.tsx'

export function KycResultPage() {
  const result = useSession(session => session.kycVal)
  const { bankName } = useBranding()
  return (
    <div className={styles.page}>
      <BackLink to={ownPath(result?.returnTo)} />
      <ScreenTitle describedBy={result ? verdictId(result) : undefined}>{t('kyc.result.title')}</ScreenTitle>
      {result ? (
        <>
          <p className={styles.printed}>{bankName}</p>
          <Result result={result} />
          <Button look="link" wide onClick={() => window.print()}>
            {t('kyc.result.print')}
          </Button>
        </>
      ) : (
        <>
          <p>{t('kyc.result.none')}</p>
          <Button onClick={nextCustomer}>{t('kyc.result.startOne')}</Button>
        </>
      )}
    </div>
  )
}

function verdictId({ status }: KycResult): string {
  return status === 'KYC_SUCCESS' ? 'kyc-done' : 'kyc-failed'
}

function Result({ result }: { result: KycResult }) {
  const { status, displayMsg } = result
  const advice = adviceOn(result)
  const isSuccess = status === 'KYC_SUCCESS'
  const word = t(isSuccess ? 'kyc.result.KYC_SUCCESS' : 'kyc.result.KYC_FAILURE')
  return (
    <Card>
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
        {isSuccess && displayMsg !== word && <p>{displayMsg}</p>}
        {!isSuccess && <FailureAdvice advice={advice} support={advice.support} />}
      </div>
      <Actions result={result} />
      <CopyableList
        entries={[
          { name: t('kyc.result.reference'), value: result.dbsRefCode },
          { name: t('kyc.result.order'), value: result.orderId },
          { name: t('kyc.result.transaction'), value: result.txnId },
          { name: t('kyc.result.time'), value: shownTime(result.createdOn) },
        ]}
      />
    </Card>
  )
}

/** The buttons stand above the numbers: a low screen would hide them below. */
function Actions({ result }: { result: KycResult }) {
  const first = result.status === 'KYC_SUCCESS' ? 'next-customer' : adviceOn(result).nextStep
  const others = (['retry', 'next-customer'] as const).filter(
    step => step !== first && (step !== 'retry' || result.status === 'KYC_FAILURE'),
  )
  return (
    <div className={styles.actions}>
      {[first, ...others].map(step => (
        <Button
          key={step}
          look={step === first ? 'primary' : 'quiet'}
          className={others.length > 1 && step === first ? styles.first : undefined}
          wide
          onClick={() => steps[step](result)}
        >
          {t(`kyc.result.${step}`)}
        </Button>
      ))}
    </div>
  )
}

const steps: Record<NextStep, (result: KycResult) => void> = {
  retry(result) {
    keepReference(result)
    go(paths.doKyc)
  },
  'next-customer': nextCustomer,
  'check-scanner'(result) {
    keepReference(result)
    go(paths.deviceCheck)
  },
  list: () => go(paths.kycList),
  dashboard: () => go(paths.dashboard),
}

function adviceOn({ authority, refusal, displayMsg: says }: KycResult): RefusalAdvice {
  const version = branding().deviceServiceVersion
  if (authority) return authorityAdvice(authority, { happened: says, version })
  return refusalAdvice(isRefusal(refusal) ? refusal : 'other', { says, version })
}

/** Prefills the reference, which has to be checked again: an order is submitted once. */
function keepReference({ dbsRefCode }: KycResult): void {
  setSession({ retryKycLock: 'true', refNo: dbsRefCode, prepareOrderResponse: null })
}

function nextCustomer(): void {
  startFreshKyc()
  go(paths.doKyc)
}
