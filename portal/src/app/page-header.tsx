import { useState } from 'react'

import { useCurrentView } from '../session/current-view.ts'
import { paths } from '../session/paths.ts'
import { useSession } from '../session/session.ts'
import { t } from '../texts/en/frame.ts'
import { BrandMark } from '../ui/brand-mark.tsx'
import { Link } from '../ui/link.tsx'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import { greeting } from './greeting.ts'
import styles from './page-header.module.css'
import { UserMenu } from './user-menu.tsx'

/** The header of signed-in pages. On /TnC, without a session, it shows the brand mark alone. */
export function PageHeader() {
  const signedIn = useSession(session => session.dashboardLock === 'true')
  const name = useSession(session => session.profileInfo?.name)
  // viewCompalints (sic, product.md section 6) is a flag without a visible effect.
  const viewCompalints = useSession(session => session.allPrevielages.includes('VIEW_COMPLAINTS'))
  const view = useCurrentView()
  const [hour] = useState(() => new Date().getHours())
  return (
    <header className={styles.header} data-view-compalints={viewCompalints}>
      <div className={styles.row}>
        <Link
          to={paths.dashboard}
          className={styles.logo}
          aria-current={view === 'dashboard' ? 'page' : undefined}
        >
          <BrandMark />
          <VisuallyHidden>{t('frame.toDashboard')}</VisuallyHidden>
        </Link>
        {signedIn && (
          <>
            <p className={styles.greeting}>{greeting(hour, name)}</p>
            <UserMenu name={name} />
          </>
        )}
      </div>
    </header>
  )
}
