import type { ReactNode } from 'react'

import { t } from '../../texts/t.ts'
import { BrandMark } from '../../ui/brand-mark.tsx'
import { LanguageMenu } from '../../ui/language-menu.tsx'
import styles from './sign-in-frame.module.css'

/** The frame of every screen before the dashboard: the brand's panel and one card. */
export function SignInFrame({ children, below }: { children: ReactNode; below?: ReactNode }) {
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <BrandMark />
        <LanguageMenu />
        <ul className={styles.promises}>
          <li>{t('signIn.promise.scanners')}</li>
          <li>{t('signIn.promise.biometrics')}</li>
          <li>{t('signIn.promise.help')}</li>
        </ul>
      </header>
      <main className={styles.card}>{children}</main>
      {below && <footer className={styles.below}>{below}</footer>}
    </div>
  )
}
