import { Button } from '@ekyc/ui/controls/button.tsx'
import { Dialog } from '@ekyc/ui/controls/dialog.tsx'

import { go, paths, useHome } from '../session/navigation.ts'
import { t } from '../texts/t.ts'
import { BrandMark, ScreenTitle, BackLink, SupportContact } from '../ui/screen.tsx'
import styles from './fallback-screen.module.css'

export function FallbackScreen() {
  const home = useHome()
  return (
    <main className={styles.screen}>
      <BrandMark />
      <ScreenTitle>{t('fallback.title')}</ScreenTitle>
      <p className={styles.quiet}>{t('fallback.text')}</p>
      <SupportContact />
      <Button onClick={() => go(home)}>
        {t(home === paths.dashboard ? 'fallback.toDashboard' : 'fallback.toLogin')}
      </Button>
    </main>
  )
}

export function AccessDenied() {
  return (
    <>
      <FallbackScreen />
      <Dialog
        title={t('denied.title')}
        onClose={leave}
        actions={<Button onClick={leave}>{t('denied.ok')}</Button>}
      >
        <p>{t('denied.text')}</p>
      </Dialog>
    </>
  )
}

function leave(): void {
  go(paths.dashboard)
}

export type SorryAbout = 'dashboard' | 'kyc'

export function Sorry({ about }: { about: SorryAbout }) {
  return (
    <>
      {about !== 'dashboard' && <BackLink />}
      <ScreenTitle>{t(`frame.sorry.${about}`)}</ScreenTitle>
      <p>{t('frame.askBank')}</p>
      <SupportContact />
    </>
  )
}
