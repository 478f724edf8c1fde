import { shownDay } from '@ekyc/ui/shown-time.ts'

import { t } from '../texts/t.ts'
import styles from './dashboard-page.module.css'
import { useOutages } from './outage-notice.tsx'

/** Says that this computer's operating system gets no security updates any more (docs/compliance.md, control 8). */
export function OldSystem() {
  const old = useOutages(false)?.oldSystem
  if (!old) return null
  return (
    <output className={styles.system}>
      {t('dashboard.oldSystem', { system: old.system, day: shownDay(old.endedOn) })}
    </output>
  )
}
