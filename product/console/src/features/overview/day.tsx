import type { AnswerOf } from '@ekyc/contract/console/shapes'
import type { CSSProperties } from 'react'

import { DataTable } from '../../parts/data-table.tsx'
import { Empty } from '../../parts/empty.tsx'
import { Link } from '../../parts/link.tsx'
import { Share } from '../../parts/share.tsx'
import { shownNumber } from '../../texts/shown.ts'
import { t } from '../../texts/t.ts'
import styles from './day.module.css'

type Hours = AnswerOf<'getOverview'>['day']['today']

export function Day({ day: { date, today, weekAgo } }: { day: AnswerOf<'getOverview'>['day'] }) {
  const both = [...today, ...weekAgo]
  if (both.length === 0) return <Empty>{t('home.noOrders')}</Empty>
  const now = sumOf(today)
  const before = sumOf(weekAgo)
  const hours = both.map(({ hour }) => hour)
  const first = Math.min(...hours)
  const rows = Array.from({ length: Math.max(...hours) - first + 1 }, (_, index) => {
    const ofHour = (counts: Hours) => sumOf(counts.filter(({ hour }) => hour === first + index))
    return { id: `${first + index}:00`.padStart(5, '0'), now: ofHour(today), before: ofHour(weekAgo) }
  })
  const most = Math.max(...both.map(({ orders }) => orders))
  return (
    <>
      <dl className={styles.figures}>
        <dt>{t('home.today')}</dt>
        <dd>
          <Link to={`/orders?day=${date}`}>{t('home.count', { count: shownNumber(now.orders) })}</Link>
        </dd>
        <dd>
          {t('home.verified')} <Share of={now.orders} verified={now.verified} />
        </dd>
        <dt>{t('home.lastWeek')}</dt>
        <dd>{t('home.count', { count: shownNumber(before.orders) })}</dd>
        <dd>
          {t('home.verified')} <Share of={before.orders} verified={before.verified} />
        </dd>
      </dl>
      <DataTable
        caption={t('home.byHour')}
        rows={rows}
        nameOf={({ id }) => id}
        columns={[
          { key: 'hour', title: t('home.hour'), cell: row => row.id },
          { key: 'now', title: t('home.orders'), isNumber: true, cell: row => bar(row.now.orders) },
          {
            key: 'verified',
            title: t('home.verified'),
            isNumber: true,
            cell: row => shownNumber(row.now.verified),
          },
          { key: 'before', title: t('home.lastWeek'), isNumber: true, cell: row => bar(row.before.orders) },
        ]}
      />
    </>
  )

  function bar(orders: number) {
    return (
      <span className={styles.bar} style={{ '--v': `${(orders / most) * 100}%` } as CSSProperties}>
        {shownNumber(orders)}
      </span>
    )
  }
}

function sumOf(hours: Hours): { orders: number; verified: number } {
  return {
    orders: hours.reduce((sum, { orders }) => sum + orders, 0),
    verified: hours.reduce((sum, { verified }) => sum + verified, 0),
  }
}
