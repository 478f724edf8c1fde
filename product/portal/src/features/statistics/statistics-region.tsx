import type { MonthStatistics } from '@ekyc/contract/shapes'
import type { Timeframe } from '@ekyc/contract/words'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { call } from '../../api/api-client.ts'
import { useSession } from '../../session/session.ts'
import { t } from '../../texts/t.ts'
import { QueryRegion } from '@ekyc/ui/states/query-region.tsx'
import { Skeleton } from '@ekyc/ui/states/skeleton.tsx'
import { VisuallyHidden } from '@ekyc/ui/states/visually-hidden.tsx'
import styles from './statistics-region.module.css'

type StatisticsRegionProps = {
  name: string
  timeframe: Timeframe
  children: (months: MonthStatistics[]) => ReactNode
}

export function StatisticsRegion({ name, timeframe, children }: StatisticsRegionProps) {
  const id = useSession(session => session.phone)
  const query = useQuery({
    queryKey: ['statistics', id, timeframe],
    queryFn: async ({ signal }) =>
      (await call('getStatistics', { id, timeframe }, { signal })).userStatistics,
  })
  return (
    <QueryRegion
      name={name}
      query={query}
      recovered={t('statistics.here')}
      loading={
        <output className={styles.loading}>
          <VisuallyHidden>{t('statistics.loading')}</VisuallyHidden>
          <Skeleton height="var(--figures)" />
        </output>
      }
    >
      {months =>
        months.length > 0 ? children(months) : <p className={styles.empty}>{t('statistics.noData')}</p>
      }
    </QueryRegion>
  )
}
