import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'

import { CallFailed } from '@ekyc/ui/call-errors.ts'
import { useSession } from '../session/session.ts'
import { NetworkBanner } from './network-banner.tsx'
import { OutageNotice } from './outage-notice.tsx'
import { PageFooter } from './page-footer.tsx'
import styles from './page-frame.module.css'
import { PageHeader } from './page-header.tsx'
import { SessionWatch } from './session-watch.tsx'

/** The frame clears the query cache when it unmounts, so that no agent sees another agent's data. */
export function PageFrame({ children }: { children: ReactNode }) {
  const signedIn = useSession(session => session.dashboardLock === 'true')
  const [queryClient] = useState(createQueryClient)
  useEffect(() => () => queryClient.clear(), [queryClient])
  const notices = useHeightOf('--notices')
  return (
    <QueryClientProvider client={queryClient}>
      <PageHeader />
      <main className={styles.main}>{children}</main>
      <PageFooter />
      <div ref={notices} className={styles.notices}>
        {signedIn && <SessionWatch />}
        {signedIn && <OutageNotice />}
        <NetworkBanner />
      </div>
    </QueryClientProvider>
  )
}

/** Stores the height of an element in a custom property of the page, so that other styles can leave room for it. */
function useHeightOf(property: `--${string}`): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = place.current
    if (!element) return undefined
    const { style } = document.documentElement
    const observer = new ResizeObserver(() => style.setProperty(property, `${element.offsetHeight}px`))
    observer.observe(element)
    return () => {
      observer.disconnect()
      style.removeProperty(property)
    }
  }, [property])
  return place
}

function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        // Lets a query run and fail without a network. network-banner.tsx refetches failed queries when the server is
        // reachable.
        networkMode: 'always',
        // Retries once, and only after a broken connection: a refused call would be refused again, and a busy server
        // must not get more load.
        retry: (failures, error) => failures < 1 && error instanceof CallFailed && error.kind === 'network',
      },
    },
  })
}
