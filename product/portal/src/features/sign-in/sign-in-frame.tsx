import type { ReactNode } from 'react'
import { Button } from '@ekyc/ui/controls/button.tsx'

import { useBranding } from '../../api/branding.ts'
import { t } from '../../texts/t.ts'
import { BrandMark } from '../../ui/screen.tsx'
import { LanguageMenu } from '../../ui/language-menu.tsx'
import styles from './sign-in-frame.module.css'
import { keepForLogIn } from '../../session/for-log-in.ts'
import { go, paths } from '../../session/navigation.ts'
import { useSession } from '../../session/session.ts'

export function SignInFrame({
  children,
  below,
  menu = <LanguageMenu />,
}: {
  children: ReactNode
  below?: ReactNode
  menu?: ReactNode
}) {
  const {
    promises = [t('signIn.promise.scanners'), t('signIn.promise.biometrics'), t('signIn.promise.help')],
  } = useBranding()
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <BrandMark />
        {menu}
        <ul className={styles.promises}>
          {promises.map(promise => (
            <li key={promise}>{promise}</li>
          ))}
        </ul>
      </header>
      <main className={styles.card}>{children}</main>
      {below && <footer className={styles.below}>{below}</footer>}
    </div>
  )
}

export function MobileLine() {
  const phone = useSession(session => session.phone)
  return (
    <div className={styles.line}>
      <span className={styles.number}>+91 {phone}</span>
      <Button look="link" aria-label={t('password.editLabel')} onClick={edit}>
        {t('password.edit')}
      </Button>
    </div>
  )

  function edit(): void {
    keepForLogIn({ mobile: phone })
    go(paths.login)
  }
}
