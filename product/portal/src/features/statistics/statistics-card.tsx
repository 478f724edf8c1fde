import { type ReactNode, useState } from 'react'
import { serverNow } from '@ekyc/ui/browser/server-clock.ts'
import { Card } from '@ekyc/ui/states/card.tsx'
import { Select } from '@ekyc/ui/controls/form.tsx'
import { Button } from '@ekyc/ui/controls/button.tsx'
import type { MonthStatistics } from '@ekyc/contract/shapes'
import type { Timeframe } from '@ekyc/contract/words'
import { QueryRegion, Skeleton } from '@ekyc/ui/states/query-region.tsx'

import { t } from '../../texts/t.ts'
import { BarGraph } from './bar-graph.tsx'
import { lastMonths, series, successShare, totals } from './months.ts'
import styles from './statistics-card.module.css'
import { serveNext } from '../../ui/next-customer.ts'
import { useSession } from '../../session/session.ts'
import { useCall } from '../../api/use-call.ts'

export function StatisticsCard() {
  const [choice, setChoice] = useState<Duration | ''>('3M')
  const [duration, setDuration] = useState<Duration>('3M')
  return (
    <Card
      title={t('statistics.graph.title')}
      className={styles.card}
      actions={
        <div className={styles.duration}>
          <Select
            label={t('statistics.graph.duration')}
            isLabelHidden
            value={choice}
            options={[
              { value: '', label: t('frame.select') },
              ...durations.map(value => ({ value, label: t(`statistics.graph.${value}`) })),
            ]}
            error={choice === '' ? t('statistics.graph.durationWrong') : undefined}
            onChange={event => {
              const newDuration = durations.find(value => value === event.target.value)
              setChoice(newDuration ?? '')
              if (newDuration) setDuration(newDuration)
            }}
          />
        </div>
      }
    >
      <div className={styles.graph}>
        <StatisticsRegion name={t('statistics.graph.title')} timeframe={duration}>
          {statistics => (
            <BarGraph key={duration} months={lastMonths(monthCounts[duration], serverNow(), statistics)} />
          )}
        </StatisticsRegion>
      </div>
    </Card>
  )
}

const durations = ['3M', '6M', '12M'] as const
type Duration = (typeof durations)[number]

const monthCounts: Record<Duration, number> = { '3M': 3, '6M': 6, '12M': 12 }

export function EkycCard() {
  const mayDoKyc = useSession(session => session.allPrevielages.includes('DO_EKYC_APP'))
  return (
    <Card
      title={t('statistics.ekyc.title')}
      actions={<p className={styles.period}>{t('statistics.ekyc.period')}</p>}
      className={styles.hero}
    >
      <div className={styles.figures}>
        <StatisticsRegion name={t('statistics.ekyc.period')} timeframe="12M">
          {months => {
            const counts = totals(months)
            const share = successShare(counts.KYC_SUCCESS, counts.KYC_FAILURE)
            return (
              <>
                {share !== undefined && (
                  <p className={styles.share}>{t('statistics.ekyc.share', { share })}</p>
                )}
                <dl className={styles.totals}>
                  {series.map(name => (
                    <div key={name}>
                      <dt>{t(`statistics.${name}`)}</dt>
                      <dd>{counts[name].toLocaleString('en-IN')}</dd>
                    </div>
                  ))}
                </dl>
              </>
            )
          }}
        </StatisticsRegion>
      </div>
      {mayDoKyc ? (
        <Button wide onClick={() => serveNext()}>
          {t('kyc.title')}
        </Button>
      ) : (
        <p>{t('statistics.ekyc.mayNot')}</p>
      )}
    </Card>
  )
}

type StatisticsRegionProps = {
  name: string
  timeframe: Timeframe
  children: (months: MonthStatistics[]) => ReactNode
}

function StatisticsRegion({ name, timeframe, children }: StatisticsRegionProps) {
  const id = useSession(session => session.phone)
  const query = useCall('getStatistics', { id, timeframe })
  return (
    <QueryRegion
      name={name}
      query={query}
      recovered={t('statistics.here')}
      loading={
        <output className={styles.loading}>
          <span className="unseen">{t('app.loading')}</span>
          <Skeleton height="var(--figures)" />
        </output>
      }
    >
      {({ userStatistics: months }) =>
        months.length > 0 ? children(months) : <p className={styles.empty}>{t('statistics.noData')}</p>
      }
    </QueryRegion>
  )
}
