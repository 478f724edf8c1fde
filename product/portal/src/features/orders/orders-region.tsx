import { type UseQueryResult, keepPreviousData } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '@ekyc/ui/controls/button.tsx'
import { QueryRegion, Skeleton } from '@ekyc/ui/states/query-region.tsx'
import type { OrderStatus as Status } from '@ekyc/contract/words'
import { Icon } from '@ekyc/ui/controls/icon.tsx'

import { t } from '../../texts/t.ts'
import styles from './orders-region.module.css'
import { useCall } from '../../api/use-call.ts'
import { useSession } from '../../session/session.ts'
import type { Filter, ListView } from './list-view.ts'

type OrdersRegionProps<Orders> = {
  name: string
  query: UseQueryResult<Orders>
  count: number
  className?: string | undefined
  children: (orders: Orders) => ReactNode
}

export function OrdersRegion<Orders>({ name, query, count, className, children }: OrdersRegionProps<Orders>) {
  const isStale = query.isPlaceholderData
  return (
    <QueryRegion
      name={name}
      query={query}
      recovered={t('orders.here')}
      loading={
        <div className={className}>
          <Loading />
          <Skeleton lines={count} height="var(--order)" />
        </div>
      }
    >
      {page => (
        <div className={isStale ? styles.stale : ''} aria-busy={isStale}>
          {isStale && <Loading />}
          {children(page)}
        </div>
      )}
    </QueryRegion>
  )
}

export function NoOrders({ onClear }: { onClear?: (() => void) | undefined }) {
  return (
    <div className={styles.empty}>
      <p>{t('orders.empty')}</p>
      {onClear && (
        <Button look="link" onClick={onClear}>
          {t('orders.clearAll')}
        </Button>
      )}
    </div>
  )
}

function Loading() {
  return <output className={styles.loading}>{t('orders.loading')}</output>
}

/** Shows a status as a word with an icon, so that the meaning does not depend on colour. */
export function OrderStatus({ status }: { status: Status }) {
  if (status === 'INIT') return null
  const isSuccess = status === 'KYC_SUCCESS'
  return (
    <span className={`${styles.status} ${isSuccess ? styles.success : styles.failure}`}>
      <Icon name={isSuccess ? 'tick' : 'cross'} size={18} />
      {t(`orders.status.${status}`)}
    </span>
  )
}

export function useOrders({ page, ...filter }: ListView) {
  const username = useSession(session => session.phone)
  return useCall('listOrders', { username, pageNo: page, ...filter }, { placeholderData: keepPreviousData })
}

export function useFoundOrders(query: string, filter: Filter) {
  const username = useSession(session => session.phone)
  return useCall('findOrders', { username, query, ...filter }, { enabled: query !== '' })
}
