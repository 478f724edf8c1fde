import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { useIsConnected } from '../browser/connection.ts'
import { t } from '../texts/t.ts'
import { FailedCall } from './failed-call.tsx'
import styles from './query-region.module.css'
import { TryAgain } from '../controls/try-again.tsx'
import { VisuallyHidden } from './visually-hidden.tsx'

export type QueryRegionProps<Data> = {
  /** The accessible name of the region. A screen reader says it when TryAgain moves the focus to the region. */
  name: string
  query: UseQueryResult<Data>
  loading: ReactNode
  /**
   * The text that is announced when data arrives after a failed attempt. A screen reader would otherwise not notice the
   * data. Placeholder data is not announced.
   */
  recovered: string
  children: (data: Data) => ReactNode
}

/** Loaded data stays visible when a later attempt fails. */
export function QueryRegion<Data>({ name, query, loading, recovered, children }: QueryRegionProps<Data>) {
  // While the server is unreachable, one notice of the page says so for all regions.
  const isWaiting = !useIsConnected() && query.isError
  const hasRecovered = query.isSuccess && !query.isPlaceholderData && query.errorUpdateCount > 0
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset belongs to a form
    <div role="group" aria-label={name} tabIndex={-1} className={isWaiting ? styles.waiting : undefined}>
      {query.isPending && loading}
      {isWaiting && query.data === undefined && <p>{t('network.waits')}</p>}
      {query.isError && !isWaiting && (
        <FailedCall
          error={query.error}
          actions={<TryAgain onPress={() => void query.refetch()}>{t('frame.tryAgain')}</TryAgain>}
        />
      )}
      {query.data !== undefined && children(query.data)}
      <output>
        <VisuallyHidden>{hasRecovered ? recovered : ''}</VisuallyHidden>
      </output>
    </div>
  )
}
