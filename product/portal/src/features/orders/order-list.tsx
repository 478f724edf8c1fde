import { authorityError } from '@ekyc/contract/authority-errors'
import type { Order } from '@ekyc/contract/shapes'
import type { ReactNode } from 'react'
import { isEnglish, shownTime } from '@ekyc/ui/texts/shown.ts'
import { Icon, type IconName } from '@ekyc/ui/controls/icon.tsx'

import { orderAddress } from '../../session/navigation.ts'
import { t } from '../../texts/t.ts'
import { Link } from '../../ui/screen.tsx'
import styles from './order-list.module.css'
import { OrderStatus } from './orders-region.tsx'
import { pagesOffered } from './list-view.ts'

export function OrderList({ orders }: { orders: readonly Order[] }) {
  return (
    <ul className={styles.list} aria-label={t('orders.list.name')}>
      {orders.map(order => (
        <li key={order.id} className={styles.order}>
          <dl>
            <Entry name="reference">
              <Link to={orderAddress(order.id)}>{order.dbsRefCode}</Link>
            </Entry>
            <Entry name="status">
              <OrderStatus status={order.status} />
            </Entry>
            <Entry name="date">
              <time dateTime={order.createdOn}>{shownTime(order.createdOn)}</time>
            </Entry>
            <Message order={order} />
          </dl>
        </li>
      ))}
    </ul>
  )
}

function Message({ order }: { order: Order }) {
  const message = orderMessage(order.status, order.tpsMsg)
  return message === '' ? null : <Entry name="message">{message}</Entry>
}

type EntryProps = { name: 'reference' | 'status' | 'date' | 'message'; children: ReactNode }

/** Only the reference needs a visible label (product.md section 2). */
function Entry({ name, children }: EntryProps) {
  const label = t(`orders.order.${name}`)
  return (
    <div className={`${name === 'reference' ? 'row-8' : ''} ${styles[name]}`}>
      <dt>{name === 'reference' ? label : <span className="unseen">{label}</span>}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** Returns an order's message in the page's language, or '' if a failure has no code and thus no translation. */
function orderMessage(status: string, message: string): string {
  if (isEnglish()) return message
  if (status === 'KYC_SUCCESS') return t('server.verified')
  const code = /\(([\w-]+)\)$/.exec(message)?.[1]
  if (code === undefined) return ''
  const { situation } = authorityError(code.startsWith('K-') ? 'kyc' : 'authentication', code)
  return t(`authority.${situation}.because`)
}

type PagerProps = { current: number; total: number; onGo: (page: number) => void }

export function Pager({ current, total, onGo }: PagerProps) {
  if (total < 1 || (total === 1 && current === 1)) return null
  return (
    <nav className={styles.pager} aria-label={t('orders.pager')}>
      <Step
        label={t('orders.pager.previous')}
        icon="back"
        to={Math.min(current - 1, total)}
        isOff={current <= 1}
        onGo={onGo}
      />
      {pagesOffered(current, total).map(page => (
        <button
          key={page}
          type="button"
          aria-label={t('orders.pager.page', { page })}
          aria-current={page === current ? 'page' : undefined}
          onClick={() => onGo(page)}
        >
          {page}
        </button>
      ))}
      <Step
        label={t('orders.pager.next')}
        icon="next"
        to={current + 1}
        isOff={current >= total}
        onGo={onGo}
      />
    </nav>
  )
}

type StepProps = { label: string; icon: IconName; to: number; isOff: boolean; onGo: (page: number) => void }

function Step({ label, icon, to, isOff, onGo }: StepProps) {
  return (
    // The button uses aria-disabled, because `disabled` would take the focus from the Next button on the last page.
    <button
      type="button"
      aria-label={label}
      aria-disabled={isOff || undefined}
      onClick={() => {
        if (!isOff) onGo(to)
      }}
    >
      <Icon name={icon} />
    </button>
  )
}
