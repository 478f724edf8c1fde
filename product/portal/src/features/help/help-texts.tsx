import { type ReactNode, useEffect, useState } from 'react'
import { Card } from '@ekyc/ui/states/card.tsx'
import { Disclosure } from '@ekyc/ui/controls/disclosure.tsx'

import { useBranding } from '../../api/branding.ts'
import { go, paths, soon } from '../../session/navigation.ts'
import { t } from '../../texts/t.ts'
import { BackLink, Link, ScreenTitle, SupportContact } from '../../ui/screen.tsx'
import { readAccessToken } from '../../session/access-token.ts'
import { setSession, remember } from '../../session/session.ts'
import styles from './help-texts.module.css'

/** /FAQ and /TnC show the same texts (product.md section 2). */
export function HelpTexts({
  title = t('help.terms'),
  wayBack = <BackLink />,
}: {
  title?: string
  wayBack?: ReactNode
}) {
  const { bankName, productName } = useBranding()
  return (
    <>
      {wayBack}
      <ScreenTitle>{title}</ScreenTitle>
      <Card title={t('help.troubleshooting')}>
        <QuestionList />
        <p>
          <Link to={paths.deviceCheck}>{t('check.title')}</Link>
        </p>
        <SupportContact />
      </Card>
      <Card title={t('privacy.eKyc.title')}>
        <PrivacyText intro={t('privacy.eKyc.intro', { bankName, productName })} />
      </Card>
    </>
  )
}

export function FaqPage() {
  useEffect(() => {
    // product.md section 2 names two values for these fields; decisions.md section 4 chooses the empty string.
    if (readAccessToken()) setSession({ retryKycLock: '', refNo: '' })
  }, [])
  return (
    <HelpTexts
      title={t('help.title')}
      wayBack={
        <BackLink
          onClick={event => {
            event.preventDefault()
            remember({ view: 'dashboard' })
            soon(() => go(paths.dashboard))
          }}
        >
          {t('help.home')}
        </BackLink>
      }
    />
  )
}

/** Shows the public privacy page, whose branding names no bank (product.md section 2). */
export function PrivacyPolicyPage() {
  return (
    <div className={styles.page}>
      <header className={styles.brand}>{t('privacy.onboarding.brand')}</header>
      <main className={`stack-16 ${styles.main}`}>
        <BackLink />
        <ScreenTitle>{t('privacy.onboarding.title')}</ScreenTitle>
        <Card>
          <PrivacyText heading="h2" intro={t('privacy.onboarding.intro')} />
        </Card>
      </main>
    </div>
  )
}

function PrivacyText({ intro, heading: Heading = 'h3' }: { intro: string; heading?: 'h2' | 'h3' }) {
  const { grievance, dispute } = useBranding(branding => branding.emails)
  return (
    <div className={`stack-16 ${styles.text}`}>
      <p>{intro}</p>
      {(['stored', 'login', 'sharing', 'cookies', 'logs'] as const).map(part => (
        <section key={part}>
          <Heading>{t(`privacy.${part}.title`)}</Heading>
          <p>{t(`privacy.${part}.text`)}</p>
        </section>
      ))}
      <section>
        <Heading>{t('privacy.contact.title')}</Heading>
        <p>
          {t('privacy.contact.grievance')} <a href={`mailto:${grievance}`}>{grievance}</a>
        </p>
        <p>
          {t('privacy.contact.dispute')} <a href={`mailto:${dispute}`}>{dispute}</a>
        </p>
      </section>
      <section>
        <Heading>{t('privacy.agreement.title')}</Heading>
        <p>{t('privacy.agreement.text')}</p>
      </section>
    </div>
  )
}

function QuestionList() {
  const [open, setOpen] = useState<string>()
  const version = useBranding(branding => branding.deviceServiceVersion)
  return (
    <div>
      {(['1', '2', '3', '4', '5', '6', '7'] as const).map(number => (
        <Disclosure
          key={number}
          className={styles.item}
          title={t(`help.${number}.question`)}
          open={open === number}
          onPress={() => setOpen(open === number ? undefined : number)}
        >
          <p>{t(`help.${number}.answer`, { version })}</p>
        </Disclosure>
      ))}
    </div>
  )
}
