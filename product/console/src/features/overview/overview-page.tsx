import type { AnswerOf } from '@ekyc/contract/console/shapes'
import { textOf } from '@ekyc/ui/t.ts'
import { VisuallyHidden } from '@ekyc/ui/visually-hidden.tsx'

import { Card } from '../../parts/card.tsx'
import { Empty } from '../../parts/empty.tsx'
import { Link } from '../../parts/link.tsx'
import { Notice } from '../../parts/notice.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Pill } from '../../parts/pill.tsx'
import { Age, ReadPart } from '../../parts/read-part.tsx'
import { meansOf } from '../../session/may.ts'
import { useSession, useStaff } from '../../session/session.ts'
import { useCall } from '../../session/use-call.ts'
import { shownMoment, shownNumber } from '../../texts/shown.ts'
import { t } from '../../texts/t.ts'
import { Day } from './day.tsx'
import styles from './overview-page.module.css'

export function OverviewPage() {
  const overview = useCall('getOverview', {})
  return (
    <>
      <PageHead title={t('home.title')} beside={<Age query={overview} />} />
      <ReadPart query={overview} lines={8}>
        {seen => (
          <div className={styles.two}>
            <Needs seen={seen} />
            <Card title={t('home.day')}>
              <Day day={seen.day} />
            </Card>
          </div>
        )}
      </ReadPart>
    </>
  )
}

function Needs({ seen }: { seen: AnswerOf<'getOverview'> }) {
  const roles = useStaff()?.roles ?? []
  const counters = useSession(session => session.counters)
  const { givenUp } = seen
  return (
    <div className={styles.stack}>
      {seen.failing.map(({ service, since }) => (
        <Notice key={service} tone="warning">
          {t(`home.failing.${service}`, { time: shownMoment(since) })}
        </Notice>
      ))}
      {meansOf(roles, 'exception.list') && (
        <Waiting
          title={t('nav.exceptions')}
          to="/exceptions"
          count={counters.exceptions}
          entries={seen.exceptions.map(({ order, reference, agent, dueBy, isOverdue }) => ({
            to: `/exceptions/${order}`,
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
          to: `/agents/${agent.id}`,
          says: t(`alerts.${rule}`),
          about: agent.name,
          bad: stops && t('alerts.stops'),
          when: shownMoment(lastOn),
        }))}
      />
      {meansOf(roles, 'proposal.list') && (
        <Waiting
          title={t('nav.proposals')}
          to="/proposals"
          count={counters.proposals}
          entries={seen.proposals.map(({ number, act, agent, maker, expiresOn }) => ({
            to: `/proposals/${number}`,
            says: textOf(`proposal.act.${act}`) ?? act,
            about: agent?.name ?? maker.name,
            when: t('home.until', { time: shownMoment(expiresOn) }),
          }))}
        />
      )}
      {meansOf(roles, 'outbox.list') && (
        <Waiting
          title={t('home.givenUp')}
          to="/outbox?state=dead"
          count={givenUp.count}
          entries={[givenUp.lastOn ?? []].flat().map(lastOn => ({
            to: '/outbox?state=dead',
            says: t('home.givenUpCount', { count: givenUp.count }),
            when: t('home.lastOne', { time: shownMoment(lastOn) }),
          }))}
        />
      )}
    </div>
  )
}

type Entry = { to: string; says: string; about?: string | null; bad?: string | false; when: string }
type List = { title: string; to: string; count: number; entries: readonly Entry[] }

function Waiting({ title, to, count, entries }: List) {
  const all = (
    <Link to={to}>
      {t('home.all')} <VisuallyHidden>{title}</VisuallyHidden> <b>{shownNumber(count)}</b>
    </Link>
  )
  return (
    <Card title={title} end={all}>
      {entries.length === 0 && <Empty>{t('home.nothing')}</Empty>}
      <ul>
        {entries.map((entry, index) => (
          <li key={index} className={styles.entry}>
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
