import { t } from '../../texts/t.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { Card } from '@ekyc/ui/card.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import styles from './privacy-policy-page.module.css'
import { PrivacyText } from './privacy-text.tsx'

/** Shows the public privacy page, whose branding names no bank (product.md section 2). */
export function PrivacyPolicyPage() {
  return (
    <div className={styles.page}>
      <header className={styles.brand}>{t('privacy.onboarding.brand')}</header>
      <main className={styles.main}>
        <BackLink />
        <ScreenTitle>{t('privacy.onboarding.title')}</ScreenTitle>
        <Card>
          <PrivacyText heading="h2" intro={t('privacy.onboarding.intro')} />
        </Card>
      </main>
    </div>
  )
}
