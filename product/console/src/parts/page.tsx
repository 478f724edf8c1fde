import { ScreenTitle } from '@ekyc/ui/states/screen-title.tsx'
import { type ReactNode, useEffect, useState } from 'react'
import type { UseQueryResult } from '@tanstack/react-query'
import { Alert } from '@ekyc/ui/states/alert.tsx'

import type { Address } from '../session/address.ts'
import { useBank } from '../session/session.ts'
import { t } from '../texts/t.ts'
import { shownClock, shownRoles } from '../texts/shown.ts'
import { Button, Link, Sign } from './elements.tsx'
import styles from './page.module.css'
import { NoAnswer, NotProven, Refused } from '../session/call.ts'

/** The h1 takes the focus after a navigation, so that a screen reader announces the page. */
export function PageHead({
  title,
  beside,
  below,
  actions,
  way = [],
}: {
  title: string
  beside?: ReactNode
  below?: ReactNode
  actions?: ReactNode
  way?: readonly { title: string; to: Address }[]
}) {
  const { bankName } = useBank()
  return (
    <div className={`row-8 ${styles.head}`}>
      {way.length > 0 && (
        <nav className={styles.way} aria-label={t('frame.here')}>
          {way.map(page => (
            <span key={page.to}>
              <Link to={page.to}>{page.title}</Link>
              <Sign name="next" size={14} />
            </span>
          ))}
          <span dir="auto">{title}</span>
        </nav>
      )}
      <ScreenTitle product={`${bankName} · ${t('frame.product')}`}>{title}</ScreenTitle>
      {beside}
      {actions && <div className={`row-8 ${styles.actions}`}>{actions}</div>}
      {below && <div className={`row-8 ${styles.below}`}>{below}</div>}
    </div>
  )
}

export function ReadPart<Data>({
  query,
  lines = 6,
  title,
  children,
}: {
  query: UseQueryResult<Data>
  /** The heading that shows if the call has failed. Only a page that consists of this part needs the heading. */
  title?: string
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
    <span className={`${styles.age} ${isOld ? styles.old : ''}`}>
      {t('age.asOf', { time })}
      <button
        type="button"
        className="bare"
        aria-busy={query.isFetching}
        onClick={() => void query.refetch()}
      >
        <Sign name="refresh" size={15} />
        <span className="unseen">{t('age.refresh')}</span>
      </button>
    </span>
  )
}

const quietMs = 200
const lineHeight = 40

/** Keeps space for content that loads. The placeholder appears late, so that a quick answer causes no flicker. */
export function Waiting({ lines = 6 }: { lines?: number }) {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), quietMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <output className={`stack-12 ${styles.waiting}`} style={{ minHeight: lines * lineHeight }}>
      {isSlow && (
        <>
          <span className="unseen">{t('frame.loading')}</span>
          {Array.from({ length: lines }, (_, line) => (
            <span key={line} className={styles.line} aria-hidden="true" />
          ))}
        </>
      )}
    </output>
  )
}

export function Empty({ children }: { children: ReactNode }) {
  return <p className={styles.empty}>{children}</p>
}

export function CallProblem({
  error,
  isChange = false,
  onAgain,
}: {
  error: Error
  /** True for a call that changes something. If its answer is lost, the change may have been made. */
  isChange?: boolean
  onAgain?: () => void
}) {
  const isRefused = error instanceof Refused
  return (
    <Alert
      tone={
        (isRefused && error.code === 'not_permitted') || error instanceof NotProven ? 'warning' : 'failure'
      }
      actions={
        onAgain && (
          <Button look="quiet" small onClick={onAgain}>
            {t('frame.tryAgain')}
          </Button>
        )
      }
    >
      {wordsOf(error)} {error instanceof NoAnswer && t(isChange ? 'call.unknown' : 'call.notRead')}{' '}
      {isRefused && error.requestId && <small>{t('call.request', { id: error.requestId })}</small>}
    </Alert>
  )
}

function wordsOf(error: Error): string {
  if (error instanceof Refused && error.code === 'not_permitted' && error.roles.length > 0)
    return t('call.notPermitted', { roles: shownRoles(error.roles) })
  if (error instanceof NotProven) return t('proof.not')
  return error instanceof Refused ? error.message : t('call.noAnswer')
}

export function BankBrand() {
  const { bankName, logo, logoInDark } = useBank()
  return (
    <p className={styles.brand}>
      <picture>
        <source media="(prefers-color-scheme: dark)" srcSet={logoInDark} />
        <img src={logo} alt="" width="32" height="32" />
      </picture>
      <span>
        {bankName}
        <small>{t('frame.product')}</small>
      </span>
    </p>
  )
}
