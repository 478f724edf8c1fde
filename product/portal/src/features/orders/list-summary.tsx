import { useRef } from 'react'

import { t } from '../../texts/t.ts'
import { shownDay } from '@ekyc/ui/shown-time.ts'
import { Icon } from '@ekyc/ui/icon.tsx'
import { ExportOrders } from './export-orders.tsx'
import styles from './list-summary.module.css'
import type { Filter, Search } from './list-view.ts'

type ListSummaryProps = {
  /** The number of orders that the list finds, over all pages. */
  count: number | undefined
  filter: Filter
  search: Search | undefined
  onFilter: (filter: Filter) => void
  onSearch: (search: Search | undefined) => void
}

export function ListSummary({ count, filter, search, onFilter, onSearch }: ListSummaryProps) {
  const bar = useRef<HTMLDivElement>(null)
  const { status, from, to } = filter
  const without = (name: keyof Filter) => () => onFilter({ ...filter, [name]: '' })
  const chips = [
    search && { text: foundIn(search), remove: () => onSearch(undefined) },
    status && { text: t(`orders.status.${status}`), remove: without('status') },
    from && { text: t('orders.chip.from', { day: shownDay(from) }), remove: without('from') },
    to && { text: t('orders.chip.to', { day: shownDay(to) }), remove: without('to') },
  ].filter(chip => typeof chip === 'object')
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset belongs to a form
    <div ref={bar} className={styles.summary} role="group" aria-label={t('orders.summary')} tabIndex={-1}>
      <output className={styles.count}>
        {count === undefined ? '' : t('orders.count', { count: count.toLocaleString('en-IN') })}
      </output>
      {chips.length > 0 && (
        <ul className={styles.chips} aria-label={t('orders.chips')}>
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

function foundIn({ id, isEverywhere }: Search): string {
  return t(isEverywhere ? 'orders.chip.everywhere' : 'orders.chip.onPage', { id })
}
