import { orderAddress, ownPath } from '../../session/paths.ts'
import { useSession } from '../../session/session.ts'
import { t } from '../../texts/t.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { Button } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { KycReceipt, verdictId } from './kyc-receipt.tsx'
import styles from './kyc-receipt.module.css'
import { nextCustomer, ResultActions } from './result-actions.tsx'

export function KycResultPage() {
  const result = useSession(session => session.kycVal)
  return (
    <div className={styles.page}>
      <BackLink to={ownPath(result?.returnTo)} />
      <ScreenTitle describedBy={result ? verdictId(result) : undefined}>{t('kyc.result.title')}</ScreenTitle>
      {result ? (
        <>
          <KycReceipt result={result} actions={<ResultActions result={result} />} />
          <Link to={orderAddress(result.orderId)} className={styles.link}>
            {t('kyc.result.page')}
          </Link>
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
