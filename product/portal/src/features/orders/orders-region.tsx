import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { t } from '../../texts/t.ts'
import { Button } from '@ekyc/ui/button.tsx'
import { QueryRegion } from '@ekyc/ui/query-region.tsx'
import { Skeleton } from '@ekyc/ui/skeleton.tsx'
import styles from './orders-region.module.css'

type OrdersRegionProps<Orders> = {
  name: string
  query: UseQueryResult<Orders>
  /** The expected number of orders and the height of each order in pixels, so that the layout does not jump. */
  placeholders: { count: number; height: number }
  children: (orders: Orders) => ReactNode
}

export function OrdersRegion<Orders>({ name, query, placeholders, children }: OrdersRegionProps<Orders>) {
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

/** @param onClear clears the filters and the search; undefined if none is set */
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
