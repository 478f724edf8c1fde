import { Dialog } from '@ekyc/ui/dialog.tsx'
import { useEffect } from 'react'

import { Button } from '../parts/button.tsx'
import { call } from '../session/call.ts'
import { signedInAs, useSession } from '../session/session.ts'
import { t } from '../texts/t.ts'

/**
 * Covers the page after its session has ended. The person signs in again in another tab, so that this page keeps the
 * typed input. If another person signs in, this tab loads the home page.
 */
export function SessionEnded() {
  const hasEnded = useSession(session => session.hasEnded)
  return hasEnded && <SignInAgain />
}

function SignInAgain() {
  const name = useSession(({ staff }) => staff?.name ?? '')
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') void goOn()
    }
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  return (
    <Dialog
      title={t('session.ended')}
      onClose={() => {}}
      actions={
        <>
          <Button onClick={() => window.open('/sign-in', '_blank', 'noopener')}>{t('session.signIn')}</Button>
          <Button look="quiet" onClick={() => void goOn()}>
            {t('session.goOn')}
          </Button>
        </>
      }
    >
      <p>{t('session.endedText', { name })}</p>
    </Dialog>
  )
}

async function goOn(): Promise<void> {
  await call('getMe', {}).then(signedInAs, () => {})
}
