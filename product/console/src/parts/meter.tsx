import { t } from '../texts/t.ts'
import styles from './meter.module.css'

export function Meter({ name, used, of }: { name: string; used: number; of: number }) {
  const share = of === 0 ? 1 : Math.min(1, used / of)
  return (
    <div className={`${styles.meter} ${share >= 0.75 ? styles.high : ''}`}>
      <span>{name}</span>
      <span className={styles.bar} style={{ '--v': `${share * 100}%` } as React.CSSProperties} />
      <span>{t('meter.of', { used, of })}</span>
    </div>
  )
}
