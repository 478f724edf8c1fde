import { paths, type Path } from '../session/paths.ts'
import { t } from '../texts/en/shared.ts'
import styles from './back-link.module.css'
import { Icon } from './icon.tsx'
import { Link } from './link.tsx'

/** Back leads to the dashboard, or to the result's `returnTo` (product.md section 2). */
export function BackLink({ to = paths.dashboard }: { to?: Path }) {
  return (
    <Link to={to} className={styles.back}>
      <Icon name="back" />
      {t('shared.back')}
    </Link>
  )
}
