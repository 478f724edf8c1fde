import { useBranding } from '../api/branding.ts'
import styles from './brand-mark.module.css'

/** The bank's logo, or its initials on its colour, with the product's name beside. */
export function BrandMark({ name }: { name?: string }) {
  const { bankName, productName, logo } = useBranding()
  return (
    <span className={styles.mark}>
      {logo ? (
        <img src={logo} alt="" height="36" />
      ) : (
        <span className={styles.tile} aria-hidden="true">
          {bankName.slice(0, 1)}
        </span>
      )}
      <span className={styles.names}>
        <span className={styles.bank}>{bankName}</span>
        <span className={styles.product}>{name ?? productName}</span>
      </span>
    </span>
  )
}
