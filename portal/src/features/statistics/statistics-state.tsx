import type { MonthStatistics } from '@ekyc/contract/shapes'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { messageOf } from '../../api/call-errors.ts'
import { t } from '../../texts/en/statistics.ts'
import { Alert } from '../../ui/alert.tsx'
import { LoadRegion } from '../../ui/load-region.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TryAgain } from '../../ui/try-again.tsx'
import { Unseen } from '../../ui/unseen.tsx'
import styles from './statistics-state.module.css'

export type StatisticsStateProps = {
  name: string
  query: UseQueryResult<MonthStatistics[]>
  /** Of what will stand there, so that nothing jumps. */
  height: number
  children: (months: MonthStatistics[]) => ReactNode
}

/** Loading, failed, empty, or what there is to show. */
export function StatisticsState({ name, ...rest }: StatisticsStateProps) {
  return (
    <LoadRegion name={name} query={rest.query} here={t('statistics.here')}>
      <Inside {...rest} />
    </LoadRegion>
  )
}

function Inside({ query, height, children }: Omit<StatisticsStateProps, 'name'>) {
  if (query.isPending) {
    return (
      <output className={styles.loading}>
        <Unseen>{t('statistics.loading')}</Unseen>
        <Skeleton height={height} />
      </output>
    )
  }
  if (query.isError) {
    return (
      <Alert actions={<TryAgain onPress={() => void query.refetch()}>{t('statistics.tryAgain')}</TryAgain>}>
        <p>{messageOf(query.error)}</p>
      </Alert>
    )
  }
  if (query.data.length === 0) {
    return (
      <p className={styles.empty} style={{ minHeight: height }}>
        {t('statistics.noData')}
      </p>
    )
  }
  return children(query.data)
}
