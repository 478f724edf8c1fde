import type { ReactNode } from 'react'

import { useBranding } from '../../api/branding.ts'
import { paths } from '../../session/paths.ts'
import { t } from '../../texts/en/help.ts'
import layout from '../../ui/card.module.css'
import { Card } from '../../ui/card.tsx'
import { Link } from '../../ui/link.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { PrivacyText } from './privacy-text.tsx'
import { QuestionList } from './question-list.tsx'

/** The troubleshooting answers and the privacy text under the eKYC application's branding. */
export function HelpTexts({ actions }: { actions?: ReactNode }) {
  const { bankName, productName } = useBranding()
  return (
    <>
      <div className={layout.head}>
        <ScreenTitle>{t('help.title')}</ScreenTitle>
        {actions}
      </div>
      <Card title={t('help.troubleshooting')}>
        <QuestionList />
        <p>
          <Link to={paths.deviceCheck}>{t('help.deviceCheck')}</Link>
        </p>
      </Card>
      <Card title={t('privacy.eKyc.title')}>
        <PrivacyText intro={t('privacy.eKyc.intro', { bankName, productName })} />
      </Card>
    </>
  )
}
