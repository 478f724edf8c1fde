import { go } from '../session/navigation.ts'
import { paths } from '../session/paths.ts'
import { useSession } from '../session/session.ts'
import { t } from '../texts/en/fallback.ts'
import { BrandMark } from '../ui/brand-mark.tsx'
import { Button } from '../ui/button.tsx'
import { ScreenTitle } from '../ui/screen-title.tsx'
import styles from './fallback-screen.module.css'

/** Stands for unknown paths and for gated screens that are closed to this agent (product.md section 2). */
export function FallbackScreen() {
  const signedIn = useSession(session => session.dashboardLock === 'true')
  const [label, path] = signedIn
    ? [t('fallback.toDashboard'), paths.dashboard]
    : [t('fallback.toLogin'), paths.login]
  return (
    <main className={styles.screen}>
      <BrandMark />
      <ScreenTitle>{t('fallback.title')}</ScreenTitle>
      <p className={styles.quiet}>{t('fallback.text')}</p>
      <Button onClick={() => go(path)}>{label}</Button>
    </main>
  )
}
