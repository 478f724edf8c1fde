import { useEffect } from 'react'

import { setNotice, useNotice } from '../../session/notice.ts'
import { t } from '../../texts/t.ts'
import { Alert } from '@ekyc/ui/states/alert.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { MobileLine } from './mobile-line.tsx'
import { NewPasswordForm } from './new-password-form.tsx'
import { SignInFrame } from './sign-in-frame.tsx'

export function OtpPage() {
  const reason = useNotice(({ say }) => say)
  useEffect(() => () => setNotice(undefined), [])
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
