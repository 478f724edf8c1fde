import { go } from '../../session/navigation.ts'
import { startFreshKyc } from '../../session/fresh-kyc.ts'
import { paths } from '../../session/paths.ts'
import type { KycResult } from '../../session/session-state.ts'
import { setSession } from '../../session/session.ts'
import { t } from '../../texts/t.ts'
import { Button } from '../../ui/button.tsx'
import type { NextStep } from './refusal-advice.ts'
import { adviceOn } from './result-advice.ts'
import styles from './result-actions.module.css'

/** The first button stays in view; the others scroll, so that they do not lie on the advice. */
export function ResultActions({ result }: { result: KycResult }) {
  const first = result.status === 'KYC_SUCCESS' ? 'next-customer' : adviceOn(result).nextStep
  const others = (['retry', 'next-customer'] as const).filter(
    step => step !== first && (step !== 'retry' || result.status === 'KYC_FAILURE'),
  )
  return (
    <>
      <div className={styles.first}>
        <Button wide onClick={() => steps[first](result)}>
          {t(`kyc.result.${first}`)}
        </Button>
      </div>
      {others.length > 0 && (
        <div className={styles.others}>
          {others.map(step => (
            <Button key={step} look="quiet" wide onClick={() => steps[step](result)}>
              {t(`kyc.result.${step}`)}
            </Button>
          ))}
        </div>
      )}
    </>
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

/** Prefills the reference, which has to be checked again: an order is submitted once. */
function keepReference({ dbsRefCode }: KycResult): void {
  setSession({ retryKycLock: 'true', refNo: dbsRefCode, prepareOrderResponse: null })
}

export function nextCustomer(): void {
  startFreshKyc()
  go(paths.doKyc)
}
