import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { t } from '../texts/t.ts'
import { FailedCall } from './failed-call.tsx'
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

/** Shows a query as loading, failed with Try again, or loaded. Loaded data stays when a later attempt fails. */
export function QueryRegion<Data>({ name, query, loading, recovered, children }: QueryRegionProps<Data>) {
  const hasRecovered = query.isSuccess && !query.isPlaceholderData && query.errorUpdateCount > 0
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset belongs to a form
    <div role="group" aria-label={name} tabIndex={-1}>
      {query.isPending && loading}
      {query.isError && (
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
