import { MissingService } from '../../scanner/missing-service.tsx'
import { NoteForIt } from '../../scanner/note-for-it.tsx'
import { PermissionSteps } from '../../scanner/permission-steps.tsx'
import { t } from '../../texts/t.ts'
import { SupportContact } from '../../ui/support-contact.tsx'
import styles from './check-card.module.css'
import { failedCheck, type Findings } from './finding.ts'

export function FailedCheck({ findings, onFound }: { findings: Findings; onFound: () => void }) {
  const name = failedCheck(findings)
  const finding = name && findings[name]
  if (!finding) return null
  return (
    <>
      <div role="alert" className={styles.failed}>
        <h3 className={styles.failedTitle}>{t('check.ended.bad', { name: t(`check.name.${name}`) })}</h3>
        <p className={styles.says}>{finding.says}</p>
        <div className={styles.step}>
          <h3>{t('check.next')}</h3>
          <p>{finding.next}</p>
          {finding.help === 'permission-steps' && <PermissionSteps />}
        </div>
        {finding.help === 'install-links' && <MissingService onFound={onFound} />}
        {finding.deviceCode !== undefined && (
          <p className={styles.small}>{t('check.support', { code: finding.deviceCode })}</p>
        )}
        <SupportContact />
      </div>
      {(finding.help === 'permission-steps' || finding.help === 'note-for-it') && <NoteForIt />}
    </>
  )
}
