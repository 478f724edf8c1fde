import { sessionTexts } from '@ekyc/contract/texts'

import { go } from '../session/navigation.ts'
import { paths } from '../session/paths.ts'
import { useSession } from '../session/session.ts'
import { t } from '../texts/en/app.ts'
import { BrandMark } from '../ui/brand-mark.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ScreenTitle } from '../ui/screen-title.tsx'
import styles from './fallback-screen.module.css'

/** Any unknown path, and every gated one that may not be shown (product.md section 2). */
export function FallbackScreen() {
  const signedIn = useSession(session => session.dashboardLock === 'true')
  const [label, path] = signedIn
    ? [t('app.fallback.toDashboard'), paths.dashboard]
    : [t('app.fallback.toLogin'), paths.login]
  return (
    <main className={styles.screen}>
      <BrandMark />
      <ScreenTitle>{t('app.fallback.title')}</ScreenTitle>
      <p className={styles.quiet}>{t('app.fallback.text')}</p>
      <Button onClick={() => go(path)}>{label}</Button>
    </main>
  )
}

/** A gated screen other than /dashboard and /do-kyc, for which the signed-in agent lacks the privilege. */
export function AccessDenied() {
  return (
    <>
      <FallbackScreen />
      <Dialog
        title={t('app.denied.title')}
        onClose={leave}
        actions={<Button onClick={leave}>{t('app.denied.ok')}</Button>}
      >
        <p>{sessionTexts.accessDenied}</p>
      </Dialog>
    </>
  )
}

function leave(): void {
  go(paths.dashboard)
}
