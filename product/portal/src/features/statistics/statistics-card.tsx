import { useState } from 'react'

import { serverNow } from '@ekyc/ui/browser/server-clock.ts'
import { t } from '../../texts/t.ts'
import { Card } from '@ekyc/ui/states/card.tsx'
import { Select } from '@ekyc/ui/controls/select.tsx'
import { BarGraph } from './bar-graph.tsx'
import { lastMonths } from './months.ts'
import styles from './statistics-card.module.css'
import { StatisticsRegion } from './statistics-region.tsx'

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
              { value: '', label: t('statistics.graph.select') },
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
