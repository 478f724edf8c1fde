import { useBranding } from '../api/branding.ts'
import { paths } from '../session/paths.ts'
import { t } from '../texts/en/frame.ts'
import { Link } from '../ui/link.tsx'
import styles from './page-footer.module.css'

export function PageFooter() {
  const { copyright, providerCredit } = useBranding()
  return (
    <footer className={styles.footer}>
      <div className={styles.row}>
        <nav className={styles.links} aria-label={t('frame.footer')}>
          <Link to={paths.faq}>{t('frame.faq')}</Link>
          <Link to={paths.faq}>{t('frame.privacyPolicy')}</Link>
        </nav>
        <p>{copyright}</p>
        {providerCredit.text && (
          <a href={providerCredit.url} target="_blank" rel="noreferrer">
            {providerCredit.text}
          </a>
        )}
      </div>
    </footer>
  )
}
