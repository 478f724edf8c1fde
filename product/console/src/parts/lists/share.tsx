import styles from './share.module.css'

/** The smallest number of orders for which a share is shown. With fewer orders, the share would mislead. */
const tellingFrom = 30
const lowBelow = 0.7

export function Share({ of, verified }: { of: number; verified: number }) {
  if (of < tellingFrom) return <span className={styles.none}>–</span>
  const share = verified / of
  const words = `${(share * 100).toFixed(1)}%`
  return (
    <span className={`${styles.share} ${share < lowBelow ? styles.low : ''}`}>
      <span className={styles.bar} style={{ '--v': words.replace(' ', '') } as React.CSSProperties} />
      <span>{words}</span>
    </span>
  )
}
