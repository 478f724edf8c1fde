import { ScreenTitle } from '@ekyc/ui/screen-title.tsx'
import type { ReactNode } from 'react'

import { BankBrand } from '../../parts/bank-brand.tsx'
import { useBank } from '../../session/bank.ts'
import { t } from '../../texts/t.ts'
import styles from './sign-in-frame.module.css'

export function SignInFrame({ title, children }: { title: string; children: ReactNode }) {
  const { bankName } = useBank()
  return (
    <main className={styles.page}>
      <BankBrand />
      <div className={styles.card}>
        <ScreenTitle product={`${bankName} · ${t('frame.product')}`}>{title}</ScreenTitle>
        {children}
      </div>
    </main>
  )
}
