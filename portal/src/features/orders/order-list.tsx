import type { Order } from '@ekyc/contract/shapes'

import { t } from '../../texts/en/orders.ts'
import { shownTime } from '../../texts/shown-time.ts'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import styles from './order-list.module.css'
import { OrderStatus } from './order-status.tsx'

/** One list, which the style sheet shows as cards on a phone and as rows from 960 px. */
export function OrderList({ orders }: { orders: readonly Order[] }) {
  return (
    <ul className={styles.list} aria-label={t('orders.list.name')}>
      {orders.map(order => (
        <li key={order.id} className={styles.order}>
          <dl>
            <div className={styles.reference}>
              <dt>{t('orders.order.reference')}</dt>
              <dd>{order.dbsRefCode}</dd>
            </div>
            <div className={styles.status}>
              <dt>
                <VisuallyHidden>{t('orders.order.status')}</VisuallyHidden>
              </dt>
              <dd>
                <OrderStatus status={order.status} />
              </dd>
            </div>
            <div className={styles.date}>
              <dt>{t('orders.order.date')}</dt>
              <dd>
                <time dateTime={order.createdOn}>{shownTime(order.createdOn)}</time>
              </dd>
            </div>
            {order.tpsMsg && (
              <div className={styles.message}>
                <dt>{t('orders.order.message')}</dt>
                <dd>{order.tpsMsg}</dd>
              </div>
            )}
            <div className={styles.id}>
              <dt>{t('orders.order.id')}</dt>
              <dd>{order.id}</dd>
            </div>
            {order.transactionId && (
              <div className={styles.transaction}>
                <dt>{t('orders.order.transaction')}</dt>
                <dd>{order.transactionId}</dd>
              </div>
            )}
          </dl>
        </li>
      ))}
    </ul>
  )
}
