import { useBranding } from '../api/branding.ts'
import { paths } from '../session/paths.ts'
import { useSession } from '../session/session.ts'
import { t } from '../texts/t.ts'
import { Link } from '../ui/link.ts'
import styles from './page-footer.module.css'

export function PageFooter() {
  const { copyright, providerCredit } = useBranding()
  const isSignedIn = useSession(session => session.dashboardLock === 'true')
  // /FAQ requires a session; /TnC shows the same text to everybody.
  const [faq, privacy] = isSignedIn ? [paths.faq, paths.faq] : [paths.termsAndConditions, paths.privacyPolicy]
  return (
    <footer className={styles.footer}>
      <div className={styles.row}>
        <nav className={styles.links} aria-label={t('frame.footer')}>
          <Link to={faq}>{t('frame.faq')}</Link>
          <Link to={privacy}>{t('frame.privacyPolicy')}</Link>
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
