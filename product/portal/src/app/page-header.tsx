import { usePathname } from '@ekyc/ui/location.ts'
import { paths } from '../session/paths.ts'
import { useSession } from '../session/session.ts'
import { useHome } from '../session/use-home.ts'
import { t } from '../texts/t.ts'
import { BrandMark } from '../ui/brand-mark.tsx'
import { LanguageMenu } from '../ui/language-menu.tsx'
import { Link } from '../ui/link.ts'
import { VisuallyHidden } from '@ekyc/ui/visually-hidden.tsx'
import styles from './page-header.module.css'
import { useGreeting } from './use-greeting.ts'
import { UserMenu } from './user-menu.tsx'

/** The header omits the greeting where the dashboard shows it as the page's title. */
export function PageHeader() {
  const signedIn = useSession(session => session.dashboardLock === 'true')
  const name = useSession(session => session.profileInfo?.name)
  // viewCompalints (sic, product.md section 6) is a flag without a visible effect.
  const viewCompalints = useSession(session => session.allPrevielages.includes('VIEW_COMPLAINTS'))
  const home = useHome()
  const greeting = useGreeting()
  const isOnDashboard = usePathname() === paths.dashboard
  const hasDashboard = useSession(session => session.allPrevielages.includes('VIEW_APP_DASHBOARD'))
  return (
    <header className={styles.header} data-view-compalints={viewCompalints}>
      <div className={styles.row}>
        <Link to={home} className={styles.logo} aria-current={isOnDashboard ? 'page' : undefined}>
          <BrandMark />
          <VisuallyHidden>{t(signedIn ? 'frame.toDashboard' : 'frame.toLogin')}</VisuallyHidden>
        </Link>
        {!signedIn && <LanguageMenu />}
        {signedIn && (
          <>
            <p className={styles.greeting}>{!(isOnDashboard && hasDashboard) && greeting}</p>
            <UserMenu name={name} />
          </>
        )}
      </div>
    </header>
  )
}
