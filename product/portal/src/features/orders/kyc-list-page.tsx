import { ordersFoundAtOnce, ordersPerPage } from '@ekyc/contract/limits'
import { useMemo, useState } from 'react'

import { navigate, useSearch } from '@ekyc/ui/location.ts'
import { paths } from '../../session/paths.ts'
import { t } from '../../texts/t.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { Button } from '@ekyc/ui/button.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import styles from './kyc-list.module.css'
import { ListFilter } from './list-filter.tsx'
import { ListSearch } from './list-search.tsx'
import { ListSummary } from './list-summary.tsx'
import {
  noFilter,
  ordersShown,
  readListView,
  writeListView,
  type Filter,
  type ListView,
  type Search,
} from './list-view.ts'
import { OrderList } from './order-list.tsx'
import { NoOrders, OrdersRegion } from './orders-region.tsx'
import { Pager } from './pager.tsx'
import { useFoundOrders, useOrders } from './use-orders.ts'

export function KycListPage() {
  const [{ page, ...filter }, show] = useListView()
  const [lastSearch, setSearch] = useState<Search>()
  const pageQuery = useOrders({ page, ...filter })
  const search = lastSearch && withPlace(lastSearch)
  const searchQuery = useFoundOrders(search?.isEverywhere ? search.id : '', filter)
  const region = {
    name: t('orders.list.name'),
    placeholders: { count: ordersPerPage, height: orderHeight() },
  }
  const isNarrowed = search !== undefined || Object.values(filter).some(value => value !== '')

  return (
    <>
      <BackLink>{t('orders.list.home')}</BackLink>
      <ScreenTitle>{t('orders.list.title')}</ScreenTitle>
      <div className={styles.tools}>
        <ListSearch onSearch={find} />
        <ListFilter filter={filter} onApply={narrow} />
      </div>
      <ListSummary
        count={countOfOrders()}
        filter={filter}
        search={search}
        onFilter={narrow}
        onSearch={setSearch}
      />
      {search?.isEverywhere ? (
        <OrdersRegion {...region} query={searchQuery}>
          {({ orders, after }) => (
            <div className={styles.results}>
              {orders.length === 0 ? <NoOrders onClear={clear} /> : <OrderList orders={orders} />}
              {after !== null && (
                <p className={styles.quiet}>{t('orders.search.newest', { count: ordersFoundAtOnce })}</p>
              )}
            </div>
          )}
        </OrdersRegion>
      ) : (
        <OrdersRegion {...region} query={pageQuery}>
          {({ orders: pageOrders, totalPages }) => {
            const orders = ordersShown(pageOrders, { status: filter.status, search: search?.id ?? '' })
            return (
              <div className={styles.results}>
                {orders.length === 0 ? (
                  <NoOrders onClear={isNarrowed ? clear : undefined} />
                ) : (
                  <OrderList orders={orders} />
                )}
                {search && (
                  <Button look="link" onClick={() => setSearch({ ...search, isEverywhere: true })}>
                    {t('orders.search.everywhere')}
                  </Button>
                )}
                <Pager current={page} total={totalPages} onGo={turnTo} />
                {totalPages > 1 && (
                  <output className={styles.quiet}>
                    {t('orders.list.page', { page, total: totalPages })}
                  </output>
                )}
              </div>
            )
          }}
        </OrdersRegion>
      )}
    </>
  )

  function countOfOrders(): number | undefined {
    if (!search) return pageQuery.data?.totalItems
    return search.isEverywhere ? searchQuery.data?.orders.length : undefined
  }

  function find(id: string): void {
    setSearch({ id, isEverywhere: !isLoaded() })
  }

  /**
   * Decides where a search looks for the id: on the loaded page (product.md section 5), or among all orders on the
   * server if the page lacks the id. While a new page loads, the place of the search does not change.
   */
  function withPlace({ id, isEverywhere }: Search): Search {
    const onPage = ordersShown(pageQuery.data?.orders ?? [], { status: filter.status, search: id })
    return { id, isEverywhere: isEverywhere || (isLoaded() && onPage.length === 0) }
  }

  function isLoaded(): boolean {
    return pageQuery.data !== undefined && !pageQuery.isPlaceholderData
  }

  function narrow(by: Filter): void {
    setSearch(search && { ...search, isEverywhere: true })
    show({ ...by, page: 1 })
  }

  function clear(): void {
    setSearch(undefined)
    show({ ...noFilter, page: 1 })
  }

  function turnTo(to: number): void {
    setSearch(undefined)
    show({ ...filter, page: to })
    window.scrollTo(0, 0)
  }
}

/** Returns the height of one order (order-list.module.css), in pixels: a row in wide windows, otherwise a card. */
function orderHeight(): number {
  return window.matchMedia('(width >= 960px)').matches ? 56 : 98
}

/** Keeps page number and filters in the address bar, so that reload, bookmarks and the Back button restore them. */
function useListView(): [ListView, (view: ListView) => void] {
  const query = useSearch()
  const view = useMemo(() => readListView(new URLSearchParams(query)), [query])
  return [view, showView]
}

function showView(view: ListView): void {
  const query = writeListView(view).toString()
  navigate(query === '' ? paths.kycList : `${paths.kycList}?${query}`)
}
