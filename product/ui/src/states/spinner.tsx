import styles from './spinner.module.css'
import { VisuallyHidden } from './visually-hidden.tsx'

export function Spinner({ label }: { label: string }) {
  return (
    <>
      <svg className={styles.spinner} viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
        <circle cx="12" cy="12" r="9" />
        <path d="M12 3a9 9 0 0 1 9 9" />
      </svg>
      <VisuallyHidden>{label}</VisuallyHidden>
    </>
  )
}
