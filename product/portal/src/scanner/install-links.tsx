import { useBranding } from '../api/branding.ts'
import { t } from '../texts/t.ts'
import styles from './install-links.module.css'

export function InstallLinks() {
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
