import { lazy, Suspense, useEffect } from 'react'

import { loadChunk } from '../api/load-chunk.ts'
import { RecentKycCard } from '../features/orders/recent-kyc-card.tsx'
import { EkycCard } from '../features/statistics/ekyc-card.tsx'
import { StatisticsCard } from '../features/statistics/statistics-card.tsx'
import { setCurrentView } from '../session/current-view.ts'
import { t } from '../texts/t.ts'
import { BankNotice } from '../ui/bank-notice.tsx'
import { ScreenTitle } from '../ui/screen-title.tsx'
import { useHandedReference } from '../ui/use-handed-reference.ts'
import { useGreeting } from './use-greeting.ts'
import styles from './dashboard-page.module.css'
import { OldSystem } from './old-system.tsx'

/** The score card loads last on a slow line, because it lies below the visible part of the page. */
const ScoreCard = lazy(async () => ({
  default: (await loadChunk(() => import('../features/statistics/score-card.tsx'))).ScoreCard,
}))

export function DashboardPage() {
  useEffect(() => setCurrentView('dashboard'), [])
  useHandedReference()
  return (
    <>
      <BankNotice />
      <div className={styles.greeting}>
        <ScreenTitle tab={t('dashboard.title')}>{useGreeting()}</ScreenTitle>
      </div>
      <div className={styles.cards}>
        <EkycCard />
        <StatisticsCard />
        <RecentKycCard />
        <Suspense>
          <ScoreCard />
        </Suspense>
      </div>
      {/* The notice comes last, so that it moves no button when it appears. */}
      <OldSystem />
    </>
  )
}
