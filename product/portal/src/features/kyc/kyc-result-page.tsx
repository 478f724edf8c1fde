import { serveNext } from '../../session/fresh-kyc.ts'
import { orderAddress, ownPath } from '../../session/paths.ts'
import { useSession } from '../../session/session.ts'
import { t } from '../../texts/t.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { Button } from '@ekyc/ui/button.tsx'
import { hasKeyboard } from '@ekyc/ui/has-keyboard.ts'
import { Link } from '../../ui/link.ts'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { usePastedReference } from '../../ui/use-pasted-reference.ts'
import frame from './kyc-page.module.css'
import { KycReceipt, verdictId } from './kyc-receipt.tsx'
import styles from './kyc-receipt.module.css'
import { firstStepAfter, ResultActions } from './result-actions.tsx'

const titleId = 'kyc-result'

export function KycResultPage() {
  const result = useSession(session => session.kycVal)
  usePastedReference()
  const isFieldFirst = result !== null && firstStepAfter(result) === 'next-customer' && hasKeyboard()
  return (
    <div className={frame.page}>
      <div className={frame.head}>
        <BackLink to={ownPath(result?.returnTo)} />
        <ScreenTitle id={titleId} focus={!isFieldFirst} describedBy={result ? verdictId(result) : undefined}>
          {t('kyc.result.title')}
        </ScreenTitle>
      </div>
      {result ? (
        <KycReceipt
          result={result}
          actions={<ResultActions result={result} titleId={titleId} focusNext={isFieldFirst} />}
        >
          <Link to={orderAddress(result.orderId)} className={styles.link}>
            {t('kyc.result.page')}
          </Link>
        </KycReceipt>
      ) : (
        <>
          <p>{t('kyc.result.none')}</p>
          <Button onClick={() => serveNext()}>{t('kyc.result.startOne')}</Button>
        </>
      )}
    </div>
  )
}
