import { useEffect } from 'react'

import { readAccessToken } from '../../session/access-token.ts'
import { setCurrentView } from '../../session/current-view.ts'
import { goAfter, navigationDelayMs } from '../../session/navigation.ts'
import { paths } from '../../session/paths.ts'
import { setSession } from '../../session/session.ts'
import { t } from '../../texts/en/help.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { HelpTexts } from './help-texts.tsx'

export function FaqPage() {
  useEffect(() => {
    // product.md section 2 names two values; decisions.md section 4 says which.
    if (readAccessToken()) setSession({ retryKycLock: '', refNo: '' })
  }, [])
  return (
    <HelpTexts
      actions={
        <Button look="quiet" onClick={goHome}>
          <Icon name="home" />
          {t('help.home')}
        </Button>
      }
    />
  )
}

function goHome(): void {
  setCurrentView('dashboard')
  goAfter(navigationDelayMs, paths.dashboard)
}
