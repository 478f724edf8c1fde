import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'

import { useSession } from '../session/session.ts'
import { NetworkBanner } from './network-banner.tsx'
import { OutageNotice } from './outage-notice.tsx'
import { PageFooter } from './page-footer.tsx'
import styles from './page-frame.module.css'
import { PageHeader } from './page-header.tsx'
import { createQueryClient } from './query-client.ts'
import { SessionWatch } from './session-watch.tsx'
import { useHeightOf } from './use-height-of.ts'

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
