import { ScreenTitle } from '@ekyc/ui/states/screen-title.tsx'
import type { ReactNode } from 'react'

import { useBank } from '../session/bank.ts'
import { t } from '../texts/t.ts'
import { Link } from './controls/link.tsx'
import styles from './page-head.module.css'
import { Sign } from './lists/sign.tsx'

/**
 * Shows a page's h1 with the content beside and below it. The title becomes the title of the browser's tab. The h1
 * takes the focus after a navigation, so that a screen reader announces the page.
 */
export function PageHead({
  title,
  beside,
  below,
  actions,
  way = [],
}: {
  title: string
  /** The content after the title, such as a state or a count. */
  beside?: ReactNode
  below?: ReactNode
  actions?: ReactNode
  /** The pages above this page in the hierarchy, the topmost first. */
  way?: readonly { title: string; to: string }[]
}) {
  const { bankName } = useBank()
  return (
    <div className={styles.head}>
      {way.length > 0 && (
        <nav className={styles.way} aria-label={t('frame.here')}>
          {way.map(page => (
            <span key={page.to}>
              <Link to={page.to}>{page.title}</Link>
              <Sign name="next" size={14} />
            </span>
          ))}
          <span dir="auto">{title}</span>
        </nav>
      )}
      <ScreenTitle product={`${bankName} · ${t('frame.product')}`}>{title}</ScreenTitle>
      {beside}
      {actions && <div className={styles.actions}>{actions}</div>}
      {below && <div className={styles.below}>{below}</div>}
    </div>
  )
}
