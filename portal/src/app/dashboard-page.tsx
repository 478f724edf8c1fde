import { useEffect } from 'react'

import { RecentKycCard } from '../features/orders/recent-kyc-card.tsx'
import { EkycCard } from '../features/statistics/ekyc-card.tsx'
import { StatisticsCard } from '../features/statistics/statistics-card.tsx'
import { setCurrentView } from '../session/current-view.ts'
import { t } from '../texts/en/frame.ts'
import { ScreenTitle } from '../ui/screen-title.tsx'
import styles from './dashboard-page.module.css'

export function DashboardPage() {
  useEffect(() => setCurrentView('dashboard'), [])
  return (
    <>
      <ScreenTitle>{t('dashboard.title')}</ScreenTitle>
      <div className={styles.cards}>
        <EkycCard />
        <RecentKycCard />
        <StatisticsCard />
      </div>
    </>
  )
}
