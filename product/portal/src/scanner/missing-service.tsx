import { useBranding } from '../api/branding.ts'
import { t } from '../texts/t.ts'
import { CertificateCoach } from './certificate-coach.tsx'
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

function InstallLinks() {
  const links = useBranding(branding => branding.deviceServiceLinks)
  if (links.length === 0) return null
  return (
    <div className={styles.install}>
      <h2>{t('scanner.missing.title')}</h2>
      <p>{t('scanner.installBelow')}</p>
      <ul>
        {links.map(({ name, url }) => (
          <li key={url}>
            <a href={url} target="_blank" rel="noreferrer">
              {name}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
