import type { MonthStatistics } from '@ekyc/contract/shapes'
import type { Timeframe } from '@ekyc/contract/words'
import type { ReactNode } from 'react'

import { t } from '../../texts/en/statistics.ts'
import { QueryRegion } from '../../ui/query-region.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import styles from './statistics-region.module.css'
import { useStatistics } from './use-statistics.ts'

export type StatisticsRegionProps = {
  name: string
  timeframe: Timeframe
  /** The expected height in pixels, so that nothing jumps when the statistics arrive. */
  height: number
  children: (months: MonthStatistics[]) => ReactNode
}

/** Reads the agent's statistics; shows 'No data' where there are none. */
export function StatisticsRegion({ name, timeframe, height, children }: StatisticsRegionProps) {
  return (
    <QueryRegion
      name={name}
      query={useStatistics(timeframe)}
      recovered={t('statistics.here')}
      loading={
        <output className={styles.loading}>
          <VisuallyHidden>{t('statistics.loading')}</VisuallyHidden>
          <Skeleton height={height} />
        </output>
      }
    >
      {months =>
        months.length > 0 ? (
          children(months)
        ) : (
          <p className={styles.empty} style={{ minHeight: height }}>
            {t('statistics.noData')}
          </p>
        )
      }
    </QueryRegion>
  )
}
