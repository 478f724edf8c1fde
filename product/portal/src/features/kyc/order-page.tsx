import { kycTexts } from '@ekyc/contract/texts'
import type { OrderDetails } from '@ekyc/contract/shapes'

import { useHash } from '@ekyc/ui/location.ts'
import { paths } from '../../session/paths.ts'
import type { KycResult } from '../../session/session-state.ts'
import { t } from '../../texts/t.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { Card } from '@ekyc/ui/card.tsx'
import { QueryRegion } from '@ekyc/ui/query-region.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { Skeleton } from '@ekyc/ui/skeleton.tsx'
import { CopyableList } from './copyable-list.tsx'
import frame from './kyc-page.module.css'
import { KycReceipt } from './kyc-receipt.tsx'
import { orderEntries } from './receipt-entries.ts'
import { refusalByCode } from './refusal-advice.ts'
import { ResultActions } from './result-actions.tsx'
import { useOrder } from './use-order.ts'

export function OrderPage() {
  const orderId = useHash()
  const query = useOrder(orderId)
  return (
    <div className={frame.page}>
      <div className={frame.head}>
        <BackLink to={paths.kycList} />
        <ScreenTitle>{t('kyc.result.title')}</ScreenTitle>
      </div>
      {orderId === '' ? (
        <p>{t('kyc.result.none')}</p>
      ) : (
        <QueryRegion
          name={t('kyc.result.title')}
          query={query}
          recovered={t('kyc.order.here')}
          loading={<Skeleton lines={1} height={420} />}
        >
          {order => <Order order={order} />}
        </QueryRegion>
      )}
    </div>
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
