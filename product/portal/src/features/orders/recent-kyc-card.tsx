import { recentOrders } from '@ekyc/contract/limits'
import { shownTime } from '@ekyc/ui/texts/shown.ts'
import { Card } from '@ekyc/ui/states/card.tsx'

import { orderAddress, paths } from '../../session/navigation.ts'
import { useSession } from '../../session/session.ts'
import { t } from '../../texts/t.ts'
import { Link } from '../../ui/screen.tsx'
import { firstView, ordersShown } from './list-view.ts'
import { OrderStatus, NoOrders, OrdersRegion, useOrders } from './orders-region.tsx'
import styles from './recent-kyc-card.module.css'

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
        className={styles.region}
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
                  <time className={`quiet ${styles.date}`} dateTime={order.createdOn}>
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
