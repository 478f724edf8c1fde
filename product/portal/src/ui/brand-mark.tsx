import { useBranding } from '../api/branding.ts'
import styles from './brand-mark.module.css'

/** Without a logo in the branding file, the server draws the bank's initials. */
export function BrandMark({ name }: { name?: string }) {
  const { bankName, productName, logo, logoInDark } = useBranding()
  return (
    <span className={styles.mark}>
      {logo && (
        <picture>
          <source media="(prefers-color-scheme: dark)" srcSet={logoInDark} />
          <img src={logo} alt="" width="36" height="36" />
        </picture>
      )}
      <span className={styles.names}>
        <span className={styles.bank}>{bankName}</span>
        <span className={styles.product}>{name ?? productName}</span>
      </span>
    </span>
  )
}
