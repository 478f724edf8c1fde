import { ordersFoundAtOnce, ordersPerPage } from '@ekyc/contract/limits'
import { useState, useRef } from 'react'
import { navigate, useSearch } from '@ekyc/ui/browser/location.ts'
import { Button } from '@ekyc/ui/controls/button.tsx'
import { finalStatuses } from '@ekyc/contract/words'
import { Disclosure } from '@ekyc/ui/controls/disclosure.tsx'
import { fieldText, Form, Select, TextField } from '@ekyc/ui/controls/form.tsx'
import { shownDay } from '@ekyc/ui/texts/shown.ts'
import { Icon } from '@ekyc/ui/controls/icon.tsx'

import { useCall } from '../../api/use-call.ts'
import { paths } from '../../session/navigation.ts'
import { useSession } from '../../session/session.ts'
import { t, type TextKey } from '../../texts/t.ts'
import { BackLink, ScreenTitle } from '../../ui/screen.tsx'
import styles from './kyc-list.module.css'
import {
  noFilter,
  ordersShown,
  readListView,
  writeListView,
  type Filter,
  type ListView,
  type Search,
} from './list-view.ts'
import { OrderList, Pager, NoOrders, OrdersRegion, useOrders } from './order-list.tsx'
import { ExportOrders } from './export-orders.tsx'

export function KycListPage() {
  // The address bar has page number and filters, so that reload, bookmarks and the Back button restore them.
  const { page, ...filter } = readListView(new URLSearchParams(useSearch()))
  const [lastSearch, setSearch] = useState<Search>()
  const pageQuery = useOrders({ page, ...filter })
  const search = lastSearch && withPlace(lastSearch)
  const username = useSession(session => session.phone)
  const searchesAll = search?.isEverywhere ?? false
  const request = { username, query: search?.id ?? '', ...filter }
  const searchQuery = useCall('findOrders', request, { enabled: searchesAll })
  const region = { name: t('orders.list.name'), count: ordersPerPage, className: styles.region }
  const isNarrowed = search !== undefined || Object.values(filter).some(value => value !== '')

  return (
    <>
      <BackLink>{t('help.home')}</BackLink>
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
      {searchesAll ? (
        <OrdersRegion {...region} query={searchQuery}>
          {({ orders, after }) => (
            <div className="stack-16">
              {orders.length === 0 ? <NoOrders onClear={clear} /> : <OrderList orders={orders} />}
              {after !== null && (
                <p className={`quiet ${styles.centred}`}>
                  {t('orders.search.newest', { count: ordersFoundAtOnce })}
                </p>
              )}
            </div>
          )}
        </OrdersRegion>
      ) : (
        <OrdersRegion {...region} query={pageQuery}>
          {({ orders: pageOrders, totalPages }) => {
            const orders = ordersShown(pageOrders, { status: filter.status, search: search?.id ?? '' })
            return (
              <div className="stack-16">
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
                  <output className={`quiet ${styles.centred}`}>
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

  /** The loaded page comes first (product.md section 5), then all orders on the server. A loading page changes nothing. */
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

function show(view: ListView): void {
  const query = writeListView(view).toString()
  navigate(query === '' ? paths.kycList : `${paths.kycList}?${query}`)
}

function ListFilter({ filter, onApply }: { filter: Filter; onApply: (filter: Filter) => void }) {
  const [isOpen, setOpen] = useState(false)
  const [error, setError] = useState<{ status?: TextKey; from?: TextKey; to?: TextKey }>({})
  const summary = useRef<HTMLElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const values = [filter.status, filter.from, filter.to]
  const count = values.filter(value => value !== '').length

  return (
    <Disclosure
      className={styles.filter}
      title={count > 0 ? t('orders.filter.active', { count }) : t('orders.filter.title')}
      summaryRef={summary}
      open={isOpen}
      onToggle={event => setOpen(event.currentTarget.open)}
    >
      {/* The key resets the fields when the address bar, a chip or a Clear button changes the filter. */}
      <Form ref={form} key={values.join()} label={t('orders.filter.title')} action={apply}>
        <Select
          name="status"
          label={t('orders.order.status')}
          defaultValue={filter.status}
          options={[
            { value: '', label: t('frame.select') },
            ...finalStatuses.map(value => ({ value, label: t(`orders.status.${value}`) })),
          ]}
          error={error.status && t(error.status)}
          onChange={event =>
            setError(event.target.value === '' ? { status: 'orders.filter.statusWrong' } : {})
          }
        />
        <div className={styles.dates}>
          <TextField
            type="date"
            name="from"
            label={t('orders.filter.from')}
            defaultValue={filter.from}
            error={error.from && t(error.from)}
          />
          <TextField
            type="date"
            name="to"
            label={t('orders.filter.to')}
            defaultValue={filter.to}
            error={error.to && t(error.to)}
          />
        </div>
        <div className={`row-8 ${styles.actions}`}>
          <Button type="submit">{t('orders.filter.apply')}</Button>
          <Button look="quiet" type="reset" onClick={clear}>
            {t('orders.filter.clear')}
          </Button>
        </div>
      </Form>
    </Disclosure>
  )

  function apply(fields: FormData): void {
    const status = finalStatuses.find(each => each === fields.get('status')) ?? ''
    const from = fieldText(fields, 'from')
    const to = fieldText(fields, 'to')
    // A date that is typed in part has no value.
    const unfinished = form.current?.querySelector<HTMLInputElement>('input:invalid')
    if (unfinished) return setError({ [unfinished.name]: 'orders.filter.dateWrong' })
    if (status === '' && from === '' && to === '') return setError({ status: 'orders.filter.statusWrong' })
    if (from !== '' && to !== '' && from > to) return setError({ to: 'orders.filter.datesWrong' })
    close()
    return onApply({ status, from, to })
  }

  function clear(): void {
    close()
    onApply(noFilter)
  }

  function close(): void {
    setError({})
    setOpen(false)
    summary.current?.focus()
  }
}

/** The URL never contains the id, because the id is a reference or an order's number. */
function ListSearch({ onSearch }: { onSearch: (id: string) => void }) {
  const [error, setError] = useState(false)
  return (
    <Form
      action={fields => {
        const id = fieldText(fields, 'id').trim()
        setError(id === '')
        if (id !== '') onSearch(id)
      }}
    >
      <TextField
        name="id"
        type="search"
        label={t('orders.search.label')}
        error={error ? t('orders.search.empty') : undefined}
        maxLength={64}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        enterKeyHint="search"
        after={
          <Button type="submit" look="link">
            {t('orders.search.submit')}
          </Button>
        }
      />
    </Form>
  )
}

type ListSummaryProps = {
  count: number | undefined
  filter: Filter
  search: Search | undefined
  onFilter: (filter: Filter) => void
  onSearch: (search: Search | undefined) => void
}

function ListSummary({ count, filter, search, onFilter, onSearch }: ListSummaryProps) {
  const bar = useRef<HTMLDivElement>(null)
  const { status, from, to } = filter
  const without = (name: keyof Filter) => () => onFilter({ ...filter, [name]: '' })
  const chips = [
    search && {
      text: t(search.isEverywhere ? 'orders.chip.everywhere' : 'orders.chip.onPage', { id: search.id }),
      remove: () => onSearch(undefined),
    },
    status && { text: t(`orders.status.${status}`), remove: without('status') },
    from && { text: t('orders.chip.from', { day: shownDay(from) }), remove: without('from') },
    to && { text: t('orders.chip.to', { day: shownDay(to) }), remove: without('to') },
  ].filter(chip => typeof chip === 'object')
  return (
    <div
      ref={bar}
      className={`row-8 ${styles.summary}`}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset belongs to a form
      role="group"
      aria-label={t('orders.summary')}
      tabIndex={-1}
    >
      <output className={styles.count}>
        {count === undefined ? '' : t('orders.count', { count: count.toLocaleString('en-IN') })}
      </output>
      {chips.length > 0 && (
        <ul className={`row-8 ${styles.chips}`} aria-label={t('orders.chips')}>
          {chips.map(({ text, remove }) => (
            <li key={text}>
              <button
                type="button"
                className={styles.chip}
                aria-label={t('orders.chip.remove', { what: text })}
                onClick={() => {
                  // The group takes the focus, because the focused chip will disappear and the focus would be lost.
                  bar.current?.focus()
                  remove()
                }}
              >
                {text}
                <Icon name="cross" size={16} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <ExportOrders filter={filter} query={search?.id ?? ''} />
    </div>
  )
}
