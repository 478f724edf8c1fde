import { useBranding } from '../../api/branding.ts'
import { t } from '../../texts/t.ts'
import styles from './privacy-text.module.css'

const parts = ['stored', 'login', 'sharing', 'cookies', 'logs'] as const

/** Shows the statements that product.md section 1 requires. */
export function PrivacyText({ intro, heading: Heading = 'h3' }: { intro: string; heading?: 'h2' | 'h3' }) {
  return (
    <div className={styles.text}>
      <p>{intro}</p>
      {parts.map(part => (
        <section key={part}>
          <Heading>{t(`privacy.${part}.title`)}</Heading>
          <p>{t(`privacy.${part}.text`)}</p>
        </section>
      ))}
      <Contacts heading={Heading} />
      <section>
        <Heading>{t('privacy.agreement.title')}</Heading>
        <p>{t('privacy.agreement.text')}</p>
      </section>
    </div>
  )
}

function Contacts({ heading: Heading }: { heading: 'h2' | 'h3' }) {
  const { grievance, dispute } = useBranding(branding => branding.emails)
  return (
    <section>
      <Heading>{t('privacy.contact.title')}</Heading>
      <p>
        {t('privacy.contact.grievance')} <a href={`mailto:${grievance}`}>{grievance}</a>
      </p>
      <p>
        {t('privacy.contact.dispute')} <a href={`mailto:${dispute}`}>{dispute}</a>
      </p>
    </section>
  )
}
