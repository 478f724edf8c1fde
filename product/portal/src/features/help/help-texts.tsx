import type { ReactNode } from 'react'

import { useBranding } from '../../api/branding.ts'
import { paths } from '../../session/paths.ts'
import { t } from '../../texts/t.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { Card } from '@ekyc/ui/card.tsx'
import { Link } from '../../ui/link.ts'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { SupportContact } from '../../ui/support-contact.tsx'
import { PrivacyText } from './privacy-text.tsx'
import { QuestionList } from './question-list.tsx'

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
          <Link to={paths.deviceCheck}>{t('help.deviceCheck')}</Link>
        </p>
        <SupportContact />
      </Card>
      <Card title={t('privacy.eKyc.title')}>
        <PrivacyText intro={t('privacy.eKyc.intro', { bankName, productName })} />
      </Card>
    </>
  )
}
