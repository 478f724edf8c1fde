import type { OrderDetails } from '@ekyc/contract/shapes'
import { useState } from 'react'

import { useHash } from '@ekyc/ui/location.ts'
import { QueryRegion } from '@ekyc/ui/query-region.tsx'
import { Skeleton } from '@ekyc/ui/skeleton.tsx'
import { paths } from '../../session/paths.ts'
import { t } from '../../texts/t.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { ExceptionForm } from './exception-form.tsx'
import { ExceptionSlip } from './exception-slip.tsx'
import styles from './exception.module.css'
import frame from './kyc-page.module.css'
import { useOrder } from './use-order.ts'

export function ExceptionPage() {
  const orderId = useHash()
  const query = useOrder(orderId)
  return (
    <div className={frame.page}>
      <div className={`${frame.head} ${styles.head}`}>
        <BackLink to={query.data?.status === 'INIT' ? paths.doKyc : paths.kycList} />
        <ScreenTitle>{t('exception.link')}</ScreenTitle>
      </div>
      {orderId === '' ? (
        <p>{t('kyc.result.none')}</p>
      ) : (
        <QueryRegion
          name={t('exception.link')}
          query={query}
          recovered={t('kyc.order.here')}
          loading={<Skeleton lines={1} height={420} />}
        >
          {order => <Exception key={order.id} order={order} />}
        </QueryRegion>
      )}
    </div>
  )
}

function Exception({ order }: { order: OrderDetails }) {
  const [step, setStep] = useState<'asking' | 'recorded'>()
  const { exception } = order
  if (order.status === 'KYC_SUCCESS') return <p>{t('kyc.result.successWords')}</p>
  return exception && step !== 'asking' ? (
    <ExceptionSlip
      order={order}
      exception={exception}
      isNew={step === 'recorded'}
      onChange={() => setStep('asking')}
    />
  ) : (
    <ExceptionForm order={order} onRecorded={() => setStep('recorded')} />
  )
}
