import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useLayoutEffect, useRef } from 'react'

import { useIsConnected } from '../browser/connection.ts'
import { t } from '../texts/t.ts'
import { FailedCall } from './alert.tsx'
import styles from './query-region.module.css'
import { Button } from '../controls/button.tsx'

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
        <span className="unseen">{hasRecovered ? recovered : ''}</span>
      </output>
    </div>
  )
}

/**
 * A button that starts a new attempt and disappears while the attempt runs. The focus moves to the surrounding
 * QueryRegion, and back to the button if the attempt fails too. The focus therefore never jumps to the top of the page.
 */
function TryAgain({ children, onPress }: { children: string; onPress: () => void }) {
  const place = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const button = place.current
    const region = button?.closest<HTMLElement>('[role=group]')
    if (region && document.activeElement === region) button?.focus()
    return () => {
      if (document.activeElement === button) region?.focus()
    }
  }, [])
  return (
    <Button ref={place} look="quiet" onClick={onPress}>
      {children}
    </Button>
  )
}

/** Reserves the space of loading content, so that the layout does not jump when the content arrives. */
export function Skeleton({ lines = 1, height = 20 }: { lines?: number; height?: number | string }) {
  return (
    <span className={`stack-8 ${styles.skeleton}`} aria-hidden="true">
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} style={{ height }} />
      ))}
    </span>
  )
}
