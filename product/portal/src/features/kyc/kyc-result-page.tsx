import { Button } from '@ekyc/ui/controls/button.tsx'
import { hasKeyboard } from '@ekyc/ui/browser/has-keyboard.ts'
import { kycTexts } from '@ekyc/contract/texts'
import type { AnswerOf, OrderDetails } from '@ekyc/contract/shapes'
import { useHash } from '@ekyc/ui/browser/location.ts'
import { Card } from '@ekyc/ui/states/card.tsx'
import { QueryRegion, type QueryRegionProps, Skeleton } from '@ekyc/ui/states/query-region.tsx'

import { orderAddress, ownPath, paths } from '../../session/navigation.ts'
import { useSession } from '../../session/session.ts'
import { t } from '../../texts/t.ts'
import { BackLink, Link, ScreenTitle } from '../../ui/screen.tsx'
import { serveNext, usePastedReference } from '../../ui/next-customer.ts'
import frame from './kyc-page.module.css'
import { CopyableList, KycReceipt, orderEntries } from './kyc-receipt.tsx'
import styles from './kyc-receipt.module.css'
import { firstStepAfter, ResultActions, verdictId } from './result-actions.tsx'
import type { KycResult } from '../../session/session-state.ts'
import { refusalByCode } from './refusal-advice.ts'
import { useCall } from '../../api/use-call.ts'

const titleId = 'kyc-result'

export function KycResultPage() {
  const result = useSession(session => session.kycVal)
  usePastedReference()
  const isFieldFirst = result !== null && firstStepAfter(result) === 'next-customer' && hasKeyboard()
  return (
    <div className={frame.page}>
      <div className={`row-8 ${frame.head}`}>
        <BackLink isShort to={ownPath(result?.returnTo)} />
        <ScreenTitle id={titleId} focus={!isFieldFirst} describedBy={result ? verdictId(result) : undefined}>
          {t('kyc.result.title')}
        </ScreenTitle>
      </div>
      {result ? (
        <KycReceipt
          result={result}
          actions={<ResultActions result={result} titleId={titleId} focusNext={isFieldFirst} />}
        >
          <Link to={orderAddress(result.orderId)} className={`not-printed ${styles.link}`}>
            {t('kyc.result.page')}
          </Link>
        </KycReceipt>
      ) : (
        <>
          <p>{t('kyc.result.none')}</p>
          <Button onClick={() => serveNext()}>{t('kyc.title')}</Button>
        </>
      )}
    </div>
  )
}

export function OrderPage() {
  const orderId = useHash()
  const query = useOrder(orderId)
  return (
    <div className={frame.page}>
      <div className={`row-8 ${frame.head}`}>
        <BackLink isShort to={paths.kycList} />
        <ScreenTitle>{t('kyc.result.title')}</ScreenTitle>
      </div>
      <OrderRegion orderId={orderId} name={t('kyc.result.title')} query={query}>
        {({ order }) => <Order order={order} />}
      </OrderRegion>
    </div>
  )
}

export function OrderRegion({
  orderId,
  ...region
}: Pick<QueryRegionProps<AnswerOf<'getOrder'>>, 'name' | 'query' | 'children'> & { orderId: string }) {
  if (orderId === '') return <p>{t('kyc.result.none')}</p>
  return (
    <QueryRegion {...region} recovered={t('kyc.order.here')} loading={<Skeleton lines={1} height={420} />} />
  )
}

function Order({ order }: { order: OrderDetails }) {
  const { status } = order
  if (status === 'INIT')
    return (
      <Card className={frame.sheet}>
        <p>{t('kyc.order.unfinished')}</p>
        <CopyableList entries={orderEntries({ dbsRefCode: order.dbsRefCode, orderId: order.id })} />
      </Card>
    )
  const result = resultOf(order, status)
  return (
    <KycReceipt
      result={result}
      actions={status === 'KYC_FAILURE' ? <ResultActions result={result} /> : undefined}
    />
  )
}

function resultOf(order: OrderDetails, status: KycResult['status']): KycResult {
  const { authority, consent, device, createdOn, completedOn, dbsRefCode } = order
  return {
    status,
    refusal: status === 'KYC_FAILURE' ? (refusalByCode(order.code) ?? 'other') : '',
    authority,
    orderId: order.id,
    txnId: order.transactionId || kycTexts.noTransactionId,
    displayMsg: order.tpsMsg,
    createdOn,
    completedOn: completedOn ?? '',
    dbsRefCode,
    consent,
    device,
    exception: order.exception,
    returnTo: paths.kycList,
  }
}

export function useOrder(orderId: string) {
  const username = useSession(session => session.phone)
  return useCall('getOrder', { username, orderId }, { enabled: orderId !== '' })
}
