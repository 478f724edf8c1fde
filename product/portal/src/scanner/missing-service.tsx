import { CertificateCoach } from './certificate-coach.tsx'
import { InstallLinks } from './install-links.tsx'
import styles from './missing-service.module.css'

/**
 * The two reasons why no device service answers, side by side. No page can tell a service whose certificate the browser
 * does not trust from a closed port, so the person chooses.
 */
export function MissingService({ onFound }: { onFound: () => void }) {
  return (
    <div className={styles.reasons}>
      <InstallLinks />
      <CertificateCoach onFound={onFound} />
    </div>
  )
}
