import { ScreenTitle } from '@ekyc/ui/screen-title.tsx'
import type { ReactNode } from 'react'

import { useBank } from '../../session/bank.ts'
import { t } from '../../texts/t.ts'
import styles from './sign-in-frame.module.css'

/** The pages of somebody who has no session yet: the bank, and one card. */
export function SignInFrame({ title, children }: { title: string; children: ReactNode }) {
  const { bankName, logo, logoInDark } = useBank()
  return (
    <main className={styles.page}>
      <p className={styles.brand}>
        <picture>
          <source media="(prefers-color-scheme: dark)" srcSet={logoInDark} />
          <img src={logo} alt="" width="36" height="36" />
        </picture>
        <span>
          {bankName}
          <small>{t('frame.product')}</small>
        </span>
      </p>
      <div className={styles.card}>
        <ScreenTitle product={`${bankName} · ${t('frame.product')}`}>{title}</ScreenTitle>
        {children}
      </div>
    </main>
  )
}
