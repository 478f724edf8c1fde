import { useBank } from '../session/bank.ts'
import { t } from '../texts/t.ts'
import styles from './bank-brand.module.css'

export function BankBrand() {
  const { bankName, logo, logoInDark } = useBank()
  return (
    <p className={styles.brand}>
      <picture>
        <source media="(prefers-color-scheme: dark)" srcSet={logoInDark} />
        <img src={logo} alt="" width="32" height="32" />
      </picture>
      <span>
        {bankName}
        <small>{t('frame.product')}</small>
      </span>
    </p>
  )
}
