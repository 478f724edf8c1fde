import type { AnswerOf } from '@ekyc/contract/console/shapes'
import { textOf } from '@ekyc/ui/texts/t.ts'
import type { CSSProperties } from 'react'
import { Card } from '@ekyc/ui/states/card.tsx'
import { Alert } from '@ekyc/ui/states/alert.tsx'

import { Age, Empty, PageHead, ReadPart } from '../../parts/page.tsx'
import { type Address, addressOf } from '../../session/address.ts'
import { Link, Pill, Share } from '../../parts/elements.tsx'
import { useMeans, useSession } from '../../session/session.ts'
import { useCall } from '../../session/call.ts'
import { t } from '../../texts/t.ts'
import { shownMoment, shownNumber } from '../../texts/shown.ts'
import styles from './overview-page.module.css'
import { DataTable } from '../../parts/lists.tsx'

export function OverviewPage() {
  const overview = useCall('getOverview', {})
  return (
    <>
      <PageHead title={t('nav.home')} beside={<Age query={overview} />} />
      <ReadPart query={overview} lines={8}>
        {seen => (
          <div className="cards">
            <Needs seen={seen} />
            <Card flush title={t('home.day')}>
              <Day day={seen.day} />
            </Card>
          </div>
        )}
      </ReadPart>
    </>
  )
}

function Needs({ seen }: { seen: AnswerOf<'getOverview'> }) {
  const means = useMeans()
  const counters = useSession(session => session.counters)
  const { givenUp } = seen
  return (
    <div className="stack-16">
      {seen.failing.map(({ service, since }) => (
        <Alert key={service} tone="warning">
          {t(`home.failing.${service}`, { time: shownMoment(since) })}
        </Alert>
      ))}
      {means('exception.list') && (
        <Waiting
          title={t('nav.exceptions')}
          to="/exceptions"
          count={counters.exceptions}
          entries={seen.exceptions.map(({ order, reference, agent, dueBy, isOverdue }) => ({
            to: addressOf('/exceptions/:order', { order }),
            says: reference,
            about: agent.name,
            bad: isOverdue && t('exceptions.overdue'),
            when: t('home.due', { time: shownMoment(dueBy) }),
          }))}
        />
      )}
      <Waiting
        title={t('nav.alerts')}
        to="/alerts"
        count={counters.alerts}
        entries={seen.alerts.map(({ rule, agent, stops, lastOn }) => ({
          to: addressOf('/agents/:id', { id: agent.id }),
          says: t(`alerts.${rule}`),
          about: agent.name,
          bad: stops && t('alerts.stops'),
          when: shownMoment(lastOn),
        }))}
      />
      {means('proposal.list') && (
        <Waiting
          title={t('nav.proposals')}
          to="/proposals"
          count={counters.proposals}
          entries={seen.proposals.map(({ number, act, agent, maker, expiresOn }) => ({
            to: addressOf('/proposals/:number', { number }),
            says: textOf(`proposal.act.${act}`) ?? act,
            about: agent?.name ?? maker.name,
            when: t('home.until', { time: shownMoment(expiresOn) }),
          }))}
        />
      )}
      {means('outbox.list') && (
        <Waiting
          title={t('home.givenUp')}
          to={addressOf('/outbox', { state: 'dead' })}
          count={givenUp.count}
          entries={[givenUp.lastOn ?? []].flat().map(lastOn => ({
            to: addressOf('/outbox', { state: 'dead' }),
            says: t('home.givenUpCount', { count: givenUp.count }),
            when: t('home.lastOne', { time: shownMoment(lastOn) }),
          }))}
        />
      )}
    </div>
  )
}

type Entry = { to: Address; says: string; about?: string | null; bad?: string | false; when: string }
type List = { title: string; to: Address; count: number; entries: readonly Entry[] }

function Waiting({ title, to, count, entries }: List) {
  const all = (
    <Link to={to}>
      {t('home.all')} <span className="unseen">{title}</span> <b>{shownNumber(count)}</b>
    </Link>
  )
  return (
    <Card flush title={title} actions={all}>
      {entries.length === 0 && <Empty>{t('home.nothing')}</Empty>}
      <ul className="entries">
        {entries.map((entry, index) => (
          <li key={index}>
            <span>
              <Link to={entry.to}>{entry.says}</Link>
              {entry.about && <small dir="auto">{entry.about}</small>}
            </span>
            <small>
              {entry.bad && <Pill tone="bad">{entry.bad}</Pill>} {entry.when}
            </small>
          </li>
        ))}
      </ul>
    </Card>
  )
}

type Hours = AnswerOf<'getOverview'>['day']['today']

function Day({ day: { date, today, weekAgo } }: { day: AnswerOf<'getOverview'>['day'] }) {
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
          <Link to={addressOf('/orders', { day: date })}>
            {t('home.count', { count: shownNumber(now.orders) })}
          </Link>
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
        columns={[
          { title: 'home.hour', cell: row => row.id },
          { title: 'nav.orders', isNumber: true, cell: row => bar(row.now.orders) },
          { title: 'home.verified', isNumber: true, cell: row => shownNumber(row.now.verified) },
          { title: 'home.lastWeek', isNumber: true, cell: row => bar(row.before.orders) },
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
