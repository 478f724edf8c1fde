import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { useIsConnected } from './connection.ts'
import { t } from './t.ts'
import { FailedCall } from './failed-call.tsx'
import styles from './query-region.module.css'
import { TryAgain } from './try-again.tsx'
import { VisuallyHidden } from './visually-hidden.tsx'

export type QueryRegionProps<Data> = {
  /** The group's accessible name; a screen reader says it when TryAgain moves the focus here. */
  name: string
  query: UseQueryResult<Data>
  loading: ReactNode
  /**
   * Announced when data arrives after a failed attempt, since a screen reader would otherwise not notice. Placeholder
   * data does not count.
   */
  recovered: string
  children: (data: Data) => ReactNode
}

/**
 * Shows a query as loading, failed with Try again, or loaded. Loaded data stays when a later attempt fails, greyed while
 * the server is unreachable.
 */
export function QueryRegion<Data>({ name, query, loading, recovered, children }: QueryRegionProps<Data>) {
  // The notice of the page tells of a lost server, for all its regions at once.
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
