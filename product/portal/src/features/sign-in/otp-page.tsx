import { useEffect } from 'react'
import { Alert } from '@ekyc/ui/states/alert.tsx'

import { remember, useMemory } from '../../session/session.ts'
import { t } from '../../texts/t.ts'
import { ScreenTitle } from '../../ui/screen.tsx'
import { MobileLine, SignInFrame } from './sign-in-frame.tsx'
import { NewPasswordForm } from './new-password-form.tsx'

export function OtpPage() {
  const reason = useMemory(({ notice }) => notice)
  useEffect(() => () => remember({ notice: undefined }), [])
  return (
    <SignInFrame>
      <ScreenTitle focus={false}>{t('otp.title')}</ScreenTitle>
      <MobileLine />
      <NewPasswordForm
        purpose="reset"
        reason={
          reason && (
            <Alert tone="info">
              <p>{t('otp.why')}</p>
              <p>{reason()}</p>
            </Alert>
          )
        }
      />
    </SignInFrame>
  )
}
