import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import { VisuallyHidden } from '@ekyc/ui/states/visually-hidden.tsx'

import { shownClock } from '../texts/shown.ts'
import { t } from '../texts/t.ts'
import styles from './read-part.module.css'
import { CallProblem } from './call-problem.tsx'
import { PageHead } from './page-head.tsx'
import { Sign } from './lists/sign.tsx'

/** Shows the content that one call loads. If the call fails, other parts still work, and old content stays visible. */
export function ReadPart<Data>({
  query,
  lines = 6,
  title,
  children,
}: {
  query: UseQueryResult<Data>
  /** The heading that shows if the call has failed. Only a page that consists of this part needs the heading. */
  title?: string
  /** The number of rows for which the part keeps space while the call runs. */
  lines?: number
  children: (data: Data) => ReactNode
}) {
  return (
    <>
      {query.isError && query.data === undefined && title && <PageHead title={title} />}
      {query.isError && <CallProblem error={query.error} onAgain={() => void query.refetch()} />}
      {query.data === undefined ? query.isPending && <Waiting lines={lines} /> : children(query.data)}
    </>
  )
}

const oldAfterMs = 30_000

export function Age({ query }: { query: UseQueryResult }) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 5_000)
    return () => clearInterval(timer)
  }, [])
  if (query.dataUpdatedAt === 0) return null
  const isOld = now - query.dataUpdatedAt > oldAfterMs
  const time = shownClock(new Date(query.dataUpdatedAt).toISOString())
  return (
    <span className={isOld ? styles.old : styles.age}>
      {t('age.asOf', { time })}
      <button type="button" aria-busy={query.isFetching} onClick={() => void query.refetch()}>
        <Sign name="refresh" size={15} />
        <VisuallyHidden>{t('age.refresh')}</VisuallyHidden>
      </button>
    </span>
  )
}

const quietMs = 200

/** Keeps space for content that loads. The placeholder appears late, so that a quick answer causes no flicker. */
export function Waiting({ lines = 6, height = 40 }: { lines?: number; height?: number }) {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), quietMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <output className={styles.waiting} style={{ minHeight: lines * height }}>
      {isSlow && (
        <>
          <VisuallyHidden>{t('frame.loading')}</VisuallyHidden>
          {Array.from({ length: lines }, (_, line) => (
            <span key={line} className={styles.line} style={{ height: height - 12 }} aria-hidden="true" />
          ))}
        </>
      )}
    </output>
  )
}

/** Shows a text instead of a list without rows, or after a list that has more rows than it shows. */
export function Empty({ children }: { children: ReactNode }) {
  return <p className={styles.empty}>{children}</p>
}
