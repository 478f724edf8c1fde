import { startTransition, useActionState, useEffect } from 'react'
import { Button } from '@ekyc/ui/controls/button.tsx'
import { Card } from '@ekyc/ui/states/card.tsx'
import { FailedCall } from '@ekyc/ui/states/alert.tsx'

import { paths } from '../../session/navigation.ts'
import { setSession, useSession } from '../../session/session.ts'
import { t } from '../../texts/t.ts'
import { BackLink, ScreenTitle } from '../../ui/screen.tsx'
import { KeptPasskeys } from './kept-passkeys.tsx'
import styles from './new-password-form.module.css'
import { NewPasswordForm } from './new-password-form.tsx'
import { sendAnother } from './number-check.ts'
import { useSecurity } from './security-page.tsx'

/** The screen requests an OTP when it opens (PWD-1). */
export function ChangePasswordPage() {
  const phone = useSession(session => session.phone)
  const [problem, ask] = useActionState(() => sendAnother(phone, 'change'), undefined)
  const { query } = useSecurity()
  const passkeys = query.data?.passkeys
  useEffect(() => {
    // Deletes the details of an earlier OTP, because the hint would show the mark of the SMS with that OTP.
    setSession({ userChecked: null })
    startTransition(ask)
  }, [ask])
  return (
    <>
      <div className={`row-8 ${styles.head}`}>
        <BackLink to={paths.profile} />
        <ScreenTitle>{t('changePassword.title')}</ScreenTitle>
      </div>
      <Card narrow>
        <FailedCall error={problem} />
        <NewPasswordForm
          purpose="change"
          passkeys={passkeys}
          isReading={query.isPending}
          afterOtp={
            query.isError ? (
              <FailedCall
                error={query.error}
                actions={
                  <Button look="quiet" onClick={() => void query.refetch()}>
                    {t('frame.tryAgain')}
                  </Button>
                }
              />
            ) : (
              passkeys && passkeys.length > 0 && <KeptPasskeys passkeys={passkeys} />
            )
          }
        />
      </Card>
    </>
  )
}
