import { ordersPerPage } from '@ekyc/contract/limits'
import { useState } from 'react'

import { t } from '../../texts/en/orders.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { Button } from '../../ui/button.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import styles from './kyc-list.module.css'
import { ListFilter } from './list-filter.tsx'
import { ListSearch } from './list-search.tsx'
import { ordersShown } from './list-view.ts'
import { OrderList } from './order-list.tsx'
import { NoOrders, OrdersRegion } from './orders-region.tsx'
import { Pager } from './pager.tsx'
import { useListView } from './use-list-view.ts'
import { useOrders } from './use-orders.ts'

export function KycListPage() {
  const [view, show] = useListView()
  const [search, setSearch] = useState('')
  const query = useOrders(view)

  return (
    <>
      <BackLink>{t('orders.list.home')}</BackLink>
      <ScreenTitle>{t('orders.list.title')}</ScreenTitle>
      <div className={styles.tools}>
        <ListSearch onSearch={setSearch} />
        <ListFilter filter={view} onApply={filter => show({ ...filter, page: 1 })} />
      </div>
      {search !== '' && (
        <div className={styles.searched}>
          <output>{t('orders.search.found', { id: search })}</output>
          <Button look="link" onClick={() => setSearch('')}>
            {t('orders.search.clear')}
          </Button>
        </div>
      )}
      <OrdersRegion
        name={t('orders.list.name')}
        query={query}
        placeholders={{ count: ordersPerPage, height: orderHeight() }}
      >
        {page => {
          const orders = ordersShown(page.orders, { status: view.status, search })
          return (
            <div className={styles.results}>
              {orders.length === 0 ? <NoOrders /> : <OrderList orders={orders} />}
              {(view.status !== '' || search !== '') && (
                <p className={styles.quiet}>{t('orders.list.onThisPage')}</p>
              )}
              <Pager current={view.page} total={page.totalPages} onGo={turnTo} />
              {page.totalPages > 1 && (
                <output className={styles.quiet}>
                  {t('orders.list.page', { page: view.page, total: page.totalPages })}
                </output>
              )}
            </div>
          )
        }}
      </OrdersRegion>
    </>
  )

  /** Search covers one page, so turning the page clears it. */
  function turnTo(page: number): void {
    setSearch('')
    show({ ...view, page })
    window.scrollTo(0, 0)
  }
}

/** The height of a row or a card in order-list.module.css, in pixels. */
function orderHeight(): number {
  return window.matchMedia('(width >= 960px)').matches ? 56 : 98
}
