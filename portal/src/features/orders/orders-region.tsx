import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { t } from '../../texts/en/orders.ts'
import { QueryRegion } from '../../ui/query-region.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './orders-region.module.css'
import type { OrderPage } from './use-orders.ts'

export type OrdersRegionProps = {
  name: string
  query: UseQueryResult<OrderPage>
  /** The expected number of orders and the height of each, in pixels, so that nothing jumps when they arrive. */
  placeholders: { count: number; height: number }
  children: (page: OrderPage) => ReactNode
}

/** A page of orders as it loads. The page before stays visible, dimmed, until the next one arrives. */
export function OrdersRegion({ name, query, placeholders, children }: OrdersRegionProps) {
  const isStale = query.isPlaceholderData
  return (
    <QueryRegion
      name={name}
      query={query}
      recovered={t('orders.here')}
      loading={
        <div>
          <Loading />
          <Skeleton lines={placeholders.count} height={placeholders.height} />
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

export function NoOrders() {
  return <p className={styles.empty}>{t('orders.empty')}</p>
}

function Loading() {
  return <output className={styles.loading}>{t('orders.loading')}</output>
}
