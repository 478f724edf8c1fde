import { useBranding } from '../../api/branding.ts'
import { t } from '../../texts/en/kyc.ts'
import styles from './do-kyc.module.css'

/** Where the bank's branding says the device service is to be had. */
export function InstallLinks() {
  const links = useBranding(branding => branding.deviceServiceLinks)
  if (links.length === 0) return null
  return (
    <div className={styles.install}>
      <p>{t('kyc.scanner.installBelow')}</p>
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
