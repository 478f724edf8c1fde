import { t } from '../../texts/en/orders.ts'
import styles from './orders-state.module.css'

export function NoOrders() {
  return <p className={styles.empty}>{t('orders.empty')}</p>
}
