import { t } from '../../texts/en/password.ts'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { MobileLine } from './mobile-line.tsx'
import { NewPasswordForm } from './new-password-form.tsx'
import { otpAtLogin } from './new-password.ts'
import { ResendOtp } from './resend-otp.tsx'
import { SignInFrame } from './sign-in-frame.tsx'

export function OtpPage() {
  return (
    <SignInFrame>
      <ScreenTitle focus={false}>{t('otp.title')}</ScreenTitle>
      <MobileLine />
      <NewPasswordForm otpRule={otpAtLogin} afterOtp={<ResendOtp />} />
    </SignInFrame>
  )
}
