import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { messageOf } from '../../api/call-errors.ts'
import { t } from '../../texts/en/orders.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './orders-state.module.css'
import type { OrderPage } from './use-orders.ts'

export type OrdersStateProps = {
  query: UseQueryResult<OrderPage>
  /** How many orders will stand there, and how high each is: the place is kept for them. */
  placeholders: { count: number; height: number }
  children: (page: OrderPage) => ReactNode
}

/** Loading and failed; what has come is the caller's to show. */
export function OrdersState({ query, placeholders, children }: OrdersStateProps) {
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
      <Alert
        actions={
          <Button look="quiet" onClick={() => void query.refetch()}>
            {t('orders.tryAgain')}
          </Button>
        }
      >
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
