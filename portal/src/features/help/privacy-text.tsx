import { useBranding } from '../../api/branding.ts'
import { t } from '../../texts/en/help.ts'
import styles from './privacy-text.module.css'

const parts = ['stored', 'login', 'sharing', 'cookies', 'logs'] as const

/** What product.md section 1 wants each of the two privacy texts to state, under the branding of `intro`. */
export function PrivacyText({ intro }: { intro: string }) {
  return (
    <div className={styles.text}>
      <p>{intro}</p>
      {parts.map(part => (
        <section key={part}>
          <h3>{t(`privacy.${part}.title`)}</h3>
          <p>{t(`privacy.${part}.text`)}</p>
        </section>
      ))}
      <Contacts />
      <section>
        <h3>{t('privacy.agreement.title')}</h3>
        <p>{t('privacy.agreement.text')}</p>
      </section>
    </div>
  )
}

function Contacts() {
  const { grievance, dispute } = useBranding(branding => branding.emails)
  return (
    <section>
      <h3>{t('privacy.contact.title')}</h3>
      <p>
        {t('privacy.contact.grievance')} <a href={`mailto:${grievance}`}>{grievance}</a>
      </p>
      <p>
        {t('privacy.contact.dispute')} <a href={`mailto:${dispute}`}>{dispute}</a>
      </p>
    </section>
  )
}
