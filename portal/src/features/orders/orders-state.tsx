import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { messageOf } from '../../api/call-errors.ts'
import { t } from '../../texts/en/orders.ts'
import { Alert } from '../../ui/alert.tsx'
import { LoadRegion } from '../../ui/load-region.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TryAgain } from '../../ui/try-again.tsx'
import styles from './orders-state.module.css'
import type { OrderPage } from './use-orders.ts'

export type OrdersStateProps = {
  name: string
  query: UseQueryResult<OrderPage>
  /** How many orders will stand there, and how high each is: the place is kept for them. */
  placeholders: { count: number; height: number }
  children: (page: OrderPage) => ReactNode
}

/** Loading and failed; what has come is the caller's to show. */
export function OrdersState({ name, ...rest }: OrdersStateProps) {
  return (
    <LoadRegion name={name} query={rest.query} here={t('orders.here')}>
      <Inside {...rest} />
    </LoadRegion>
  )
}

function Inside({ query, placeholders, children }: Omit<OrdersStateProps, 'name'>) {
  if (query.isPending) {
    return (
      <div>
        <Loading />
        <Skeleton lines={placeholders.count} height={placeholders.height} />
      </div>
    )
  }
  if (query.isError) {
    return (
      <Alert actions={<TryAgain onPress={() => void query.refetch()}>{t('orders.tryAgain')}</TryAgain>}>
        <p>{messageOf(query.error)}</p>
      </Alert>
    )
  }
  return (
    <div className={query.isPlaceholderData ? styles.stale : ''} aria-busy={query.isPlaceholderData}>
      {query.isPlaceholderData && <Loading />}
      {children(query.data)}
    </div>
  )
}

function Loading() {
  return <output className={styles.loading}>{t('orders.loading')}</output>
}
