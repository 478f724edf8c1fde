import { authorityError } from '@ekyc/contract/authority-errors'
import type { Order } from '@ekyc/contract/shapes'
import type { ReactNode } from 'react'
import { isEnglish, shownTime } from '@ekyc/ui/texts/shown.ts'
import { Icon, type IconName } from '@ekyc/ui/controls/icon.tsx'
import { keepPreviousData } from '@tanstack/react-query'
import { Button } from '@ekyc/ui/controls/button.tsx'
import { QueryRegion, type QueryRegionProps, Skeleton } from '@ekyc/ui/states/query-region.tsx'
import type { OrderStatus as Status } from '@ekyc/contract/words'
import { recentOrders } from '@ekyc/contract/limits'
import { Card } from '@ekyc/ui/states/card.tsx'

import { orderAddress, paths } from '../../session/navigation.ts'
import { t } from '../../texts/t.ts'
import { Link } from '../../ui/screen.tsx'
import styles from './order-list.module.css'
import { pagesOffered, type ListView, firstView, ordersShown } from './list-view.ts'
import { useCall } from '../../api/use-call.ts'
import { useSession } from '../../session/session.ts'

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
            <Entry name="message">{orderMessage(order)}</Entry>
          </dl>
        </li>
      ))}
    </ul>
  )
}

type EntryProps = { name: 'reference' | 'status' | 'date' | 'message'; children: ReactNode }

/** Only the reference needs a visible label (product.md section 2). */
function Entry({ name, children }: EntryProps) {
  const label = t(`orders.order.${name}`)
  if (children === '') return null
  return (
    <div className={`${name === 'reference' ? 'row-8' : ''} ${styles[name]}`}>
      <dt className={styles.label}>
        {name === 'reference' ? label : <span className="unseen">{label}</span>}
      </dt>
      <dd>{children}</dd>
    </div>
  )
}

/** Returns an order's message in the page's language, or '' if a failure has no code and thus no translation. */
function orderMessage({ status, tpsMsg: message }: Order): string {
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

type OrdersRegionProps<Orders> = Pick<QueryRegionProps<Orders>, 'name' | 'query' | 'children'> & {
  count: number
  className?: string | undefined
}

export function OrdersRegion<Orders>({ count, className, children, ...region }: OrdersRegionProps<Orders>) {
  const isStale = region.query.isPlaceholderData
  return (
    <QueryRegion
      {...region}
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
  return <output className={styles.loading}>{t('app.loading')}</output>
}

/** Shows a status as a word with an icon, so that the meaning does not depend on colour. */
function OrderStatus({ status }: { status: Status }) {
  if (status === 'INIT') return null
  const isSuccess = status === 'KYC_SUCCESS'
  return (
    <span className={`${styles.pill} ${isSuccess ? styles.success : styles.failure}`}>
      <Icon name={isSuccess ? 'tick' : 'cross'} size={18} />
      {t(`orders.status.${status}`)}
    </span>
  )
}

export function useOrders({ page, ...filter }: ListView) {
  const username = useSession(session => session.phone)
  return useCall('listOrders', { username, pageNo: page, ...filter }, { placeholderData: keepPreviousData })
}

/** The pages of the list and of an order require DO_EKYC_APP, so only agents with this privilege get links to them. */
export function RecentKycCard() {
  const maySeeAll = useSession(session => session.allPrevielages.includes('DO_EKYC_APP'))
  const query = useOrders(firstView)
  return (
    <Card
      title={t('orders.recent.title')}
      actions={
        maySeeAll && (
          <Link to={paths.kycList} className={styles.all}>
            {t('orders.recent.viewAll')}
          </Link>
        )
      }
    >
      <OrdersRegion
        name={t('orders.recent.title')}
        query={query}
        count={recentOrders}
        className={styles.recent}
      >
        {page => {
          const orders = ordersShown(page.orders, { status: '', search: '' }).slice(0, recentOrders)
          if (orders.length === 0) return <NoOrders />
          return (
            <ul className={styles.orders}>
              {orders.map(order => (
                <li key={order.id}>
                  <span className={`row-8 ${styles.reference}`}>
                    <span className={styles.label}>{t('orders.order.reference')}</span>
                    {maySeeAll ? (
                      <Link to={orderAddress(order.id)}>{order.dbsRefCode}</Link>
                    ) : (
                      <span>{order.dbsRefCode}</span>
                    )}
                  </span>
                  <time className={styles.date} dateTime={order.createdOn}>
                    {shownTime(order.createdOn)}
                  </time>
                  <span className={styles.status}>
                    <OrderStatus status={order.status} />
                  </span>
                </li>
              ))}
            </ul>
          )
        }}
      </OrdersRegion>
    </Card>
  )
}
