import styles from './skeleton.module.css'

/** Reserves the space of loading content, so that the layout does not jump when the content arrives. */
export function Skeleton({ lines = 1, height = 20 }: { lines?: number; height?: number | string }) {
  return (
    <span className={styles.skeleton} aria-hidden="true">
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} style={{ height }} />
      ))}
    </span>
  )
}
