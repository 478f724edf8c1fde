import { useEffect } from 'react'
import { shownDay } from '@ekyc/ui/texts/shown.ts'

import { RecentKycCard } from '../features/orders/order-list.tsx'
import { EkycCard, StatisticsCard } from '../features/statistics/statistics-card.tsx'
import { t } from '../texts/t.ts'
import { BankNotice, ScreenTitle } from '../ui/screen.tsx'
import { usePastedReference } from '../ui/next-customer.ts'
import { useGreeting, useOutages } from './page-frame.tsx'
import styles from './dashboard-page.module.css'
import { remember } from '../session/session.ts'

export function DashboardPage() {
  useEffect(() => remember({ view: 'dashboard' }), [])
  usePastedReference()
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
      </div>
      {/* The notice comes last, so that it moves no button when it appears. */}
      <OldSystem />
    </>
  )
}

/** Says that this computer's operating system gets no security updates any more (docs/compliance.md, control 8). */
function OldSystem() {
  const old = useOutages(false)?.oldSystem
  if (!old) return null
  return (
    <output className="quiet">
      {t('dashboard.oldSystem', { system: old.system, day: shownDay(old.endedOn) })}
    </output>
  )
}
