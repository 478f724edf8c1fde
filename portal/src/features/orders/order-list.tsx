import type { Order } from '@ekyc/contract/shapes'
import type { ReactNode } from 'react'

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
            <Entry name="reference">{order.dbsRefCode}</Entry>
            <Entry name="status">
              <OrderStatus status={order.status} />
            </Entry>
            <Entry name="date">
              <time dateTime={order.createdOn}>{shownTime(order.createdOn)}</time>
            </Entry>
            {order.tpsMsg && <Entry name="message">{order.tpsMsg}</Entry>}
            <Entry name="id">{order.id}</Entry>
            {order.transactionId && <Entry name="transaction">{order.transactionId}</Entry>}
          </dl>
        </li>
      ))}
    </ul>
  )
}

type EntryProps = {
  name: 'reference' | 'status' | 'date' | 'message' | 'id' | 'transaction'
  children: ReactNode
}

/** The status needs no visible name: its word stands beside an icon. */
function Entry({ name, children }: EntryProps) {
  const label = t(`orders.order.${name}`)
  return (
    <div className={styles[name]}>
      <dt>{name === 'status' ? <VisuallyHidden>{label}</VisuallyHidden> : label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
