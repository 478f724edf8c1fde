import type { RequestOf } from '@ekyc/contract/console/shapes'
import { shownStatuses } from '@ekyc/contract/console/order-verdicts'
import { indiaDate } from '@ekyc/contract/india-time'
import { fieldText } from '@ekyc/ui/texts/field-text.ts'
import { go } from '@ekyc/ui/browser/location.ts'
import { TextField } from '@ekyc/ui/controls/field.tsx'
import type { ReactNode } from 'react'

import { Age } from '../../parts/read-part.tsx'
import { FilterChip, Filters } from '../../parts/controls/filter-chip.tsx'
import { OrderTable } from '../../parts/lists/order-table.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { filtersIn, pageIn, useAddress, withQuery } from '../../session/address.ts'
import { useCall } from '../../session/use-call.ts'
import { shownDay, shownInFull } from '../../texts/shown.ts'
import { t } from '../../texts/t.ts'
import { ListCard } from '../../parts/lists/list-card.tsx'

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

function OrderFilters({ asked }: { asked: Asked }) {
  const { agent, reference, model, day, status } = asked
  return (
    <Filters>
      {agent !== undefined && <Chip name="agent" value={agent} shown={t('orders.oneAgent')} />}
      <Chip name="reference" value={reference}>
        <TextField label={t('orders.reference')} name="reference" defaultValue={reference} maxLength={100} />
      </Chip>
      <Chip name="day" value={day} shown={day && shownDay(`${day}T06:00:00.000Z`)}>
        <TextField label={t('orders.day')} name="day" type="date" defaultValue={day} />
      </Chip>
      <Chip name="model" value={model}>
        <TextField label={t('orders.model')} name="model" defaultValue={model} maxLength={64} />
      </Chip>
      <Chip name="status" value={status} shown={status && t(`orderStatus.${status}`)}>
        {['', ...shownStatuses].map(value => (
          <label key={value}>
            <input type="radio" name="status" value={value} defaultChecked={value === (status ?? '')} />
            {isStatus(value) ? t(`orderStatus.${value}`) : t('orders.any')}
          </label>
        ))}
      </Chip>
    </Filters>
  )
}

function Chip({
  name,
  value,
  shown = value,
  children,
}: {
  name: keyof Asked
  value: string | undefined
  shown?: string | undefined
  children?: ReactNode
}) {
  const address = useAddress()
  const set = (to: string) => go(withQuery(address, { [name]: to, after: '' }))
  return (
    <FilterChip
      name={t(`orders.${name}`)}
      value={shown}
      // Today, which the page shows by itself, is not in the address.
      {...(address.query.get(name) && { onRemove: () => set('') })}
      onApply={fields => set(fieldText(fields, name).trim())}
    >
      {children}
    </FilterChip>
  )
}

const names = ['agent', 'reference', 'model', 'day'] as const

function askedIn(query: URLSearchParams): Asked {
  const status = query.get('status') ?? ''
  const filters = filtersIn(query, names)
  // Without anything named, the page shows today.
  const named = Object.keys(filters).length > 0 ? filters : { day: indiaDate(new Date()) }
  return { ...named, ...(isStatus(status) && { status }) }
}

function isStatus(value: string): value is (typeof shownStatuses)[number] {
  return shownStatuses.some(status => status === value)
}
