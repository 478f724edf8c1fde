import { CertificateCoach } from './certificate-coach.tsx'
import { InstallLinks } from './install-links.tsx'
import styles from './missing-service.module.css'

/**
 * Shows the two reasons why no device service answers, side by side. A page cannot tell a closed port from a service
 * whose certificate the browser does not trust, so the agent chooses the reason.
 */
export function MissingService({ onFound }: { onFound: () => void }) {
  return (
    <div className={styles.reasons}>
      <InstallLinks />
      <CertificateCoach onFound={onFound} />
    </div>
  )
}
