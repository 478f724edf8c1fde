import { useEffect } from 'react'

import { readAccessToken } from '../../session/access-token.ts'
import { setCurrentView } from '../../session/current-view.ts'
import { goAfter, navigationDelayMs } from '../../session/navigation.ts'
import { paths } from '../../session/paths.ts'
import { setSession } from '../../session/session.ts'
import { t } from '../../texts/t.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { HelpTexts } from './help-texts.tsx'

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
            goHome()
          }}
        >
          {t('help.home')}
        </BackLink>
      }
    />
  )
}

function goHome(): void {
  setCurrentView('dashboard')
  goAfter(navigationDelayMs, paths.dashboard)
}
