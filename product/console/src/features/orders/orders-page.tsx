import type { RequestOf } from '@ekyc/contract/console/shapes'
import { shownStatuses } from '@ekyc/contract/console/order-verdicts'
import { indiaDate } from '@ekyc/contract/india-time'

import { Age, PageHead } from '../../parts/page.tsx'
import { Filters, FixedFilter, QueryFilter } from '../../parts/controls/filter-chip.tsx'
import { OrderTable } from '../../parts/lists/order-table.tsx'
import { filtersIn, pageIn, useAddress } from '../../session/address.ts'
import { useCall } from '../../session/call.ts'
import { t } from '../../texts/t.ts'
import { shownDay, shownInFull } from '../../texts/shown.ts'
import { ListCard } from '../../parts/lists/data-table.tsx'

type Asked = Omit<RequestOf<'listOrders'>, 'after' | 'limit'>

export function OrdersPage() {
  const { query } = useAddress()
  const asked = askedIn(query)
  const orders = useCall('listOrders', { ...asked, ...pageIn(query) })
  const lookedUntil = orders.data?.lookedUntil
  return (
    <>
      <PageHead title={t('orders.title')} beside={<Age query={orders} />} />
      <OrderFilters asked={asked} />
      <ListCard
        query={orders}
        lines={12}
        none={t(lookedUntil ? 'orders.noneSoFar' : 'orders.none')}
        foot={lookedUntil && <span>{t('orders.lookedUntil', { time: shownInFull(lookedUntil) })}</span>}
      >
        {rows => <OrderTable rows={rows} withAgent />}
      </ListCard>
    </>
  )
}

function OrderFilters({ asked: { agent, day } }: { asked: Asked }) {
  return (
    <Filters>
      {agent !== undefined && (
        <FixedFilter name="agent" label={t('orders.agent')} shown={t('orders.oneAgent')} />
      )}
      <QueryFilter name="reference" label={t('orders.reference')} />
      <QueryFilter
        name="day"
        label={t('orders.day')}
        shown={day && shownDay(`${day}T06:00:00.000Z`)}
        type="date"
        defaultValue={day}
      />
      <QueryFilter name="model" label={t('orders.model')} maxLength={64} />
      <QueryFilter
        name="status"
        label={t('orders.status')}
        options={shownStatuses.map(value => ({ value, label: t(`orderStatus.${value}`) }))}
      />
    </Filters>
  )
}

const names = ['agent', 'reference', 'model', 'day'] as const

function askedIn(query: URLSearchParams): Asked {
  const status = shownStatuses.find(one => one === query.get('status'))
  const filters = filtersIn(query, names)
  // Without anything named, the page shows today.
  const named = Object.keys(filters).length > 0 ? filters : { day: indiaDate(new Date()) }
  return { ...named, ...(status && { status }) }
}
