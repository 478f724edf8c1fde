import { t } from '../texts/t.ts'
import styles from './quality-meter.module.css'
import type { Quality } from './quality.ts'

export function QualityMeter({ quality }: { quality: Quality }) {
  if (quality.kind === 'unknown') return <p className={styles.words}>{qualityWords(quality)}</p>
  return (
    <div className={`${styles.quality} ${styles[quality.kind]}`}>
      <svg className={styles.bar} viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
        <rect className={styles.track} width="100" height="6" />
        <rect className={styles.score} width={Math.max(2, quality.score)} height="6" />
      </svg>
      <p className={styles.words}>{qualityWords(quality)}</p>
    </div>
  )
}

function qualityWords(quality: Quality): string {
  if (quality.kind === 'unknown') return t('scanner.quality.unknown')
  return t(`scanner.quality.${quality.kind}`, { score: Math.round(quality.score) })
}
