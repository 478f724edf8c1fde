import { startTransition, useActionState, useEffect } from 'react'

import { paths } from '../../session/paths.ts'
import { useSession } from '../../session/session.ts'
import { t } from '../../texts/t.ts'
import { Alert } from '../../ui/alert.tsx'
import { BackLink } from '../../ui/back-link.tsx'
import { Card } from '../../ui/card.tsx'
import { FailedCall } from '../../ui/failed-call.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { NewPasswordForm } from './new-password-form.tsx'
import { otpAtChange } from './new-password.ts'
import { sendAnother } from './check-user.ts'
import { ResendOtp } from './resend-otp.tsx'

/** Opening the page has an OTP sent to the signed-in agent (PWD-1). */
export function ChangePasswordPage() {
  const phone = useSession(session => session.phone)
  const [problem, ask] = useActionState(() => sendAnother(phone, { withoutAuth: false }), undefined)
  useEffect(() => startTransition(ask), [ask])
  return (
    <>
      <BackLink to={paths.profile} />
      <ScreenTitle>{t('changePassword.title')}</ScreenTitle>
      <Card narrow>
        <p>{t('changePassword.lead')}</p>
        {problem !== undefined && (
          <Alert>
            <FailedCall error={problem} />
          </Alert>
        )}
        <NewPasswordForm otpRule={otpAtChange} afterOtp={<ResendOtp withoutAuth={false} />} />
      </Card>
    </>
  )
}
