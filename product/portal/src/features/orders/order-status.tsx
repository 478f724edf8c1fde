import type { OrderStatus as Status } from '@ekyc/contract/words'

import { t } from '../../texts/t.ts'
import { Icon } from '@ekyc/ui/icon.tsx'
import styles from './order-status.module.css'

/** Shows a status as a word with an icon, so that the meaning does not depend on colour. */
export function OrderStatus({ status }: { status: Status }) {
  if (status === 'INIT') return null
  const isSuccess = status === 'KYC_SUCCESS'
  return (
    <span className={`${styles.status} ${isSuccess ? styles.success : styles.failure}`}>
      <Icon name={isSuccess ? 'tick' : 'cross'} size={18} />
      {t(`orders.status.${status}`)}
    </span>
  )
}
