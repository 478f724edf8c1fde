import { otpLength } from '@ekyc/contract/limits'
import { isOneTimePassword, isPassword } from '@ekyc/contract/rules'

import { t } from '../../texts/en/password.ts'

export type NewPassword = { otp: string; password: string; confirmed: string }

/** What is wrong, and with which field; nothing when all may be sent. */
export type FieldProblems = Partial<Record<keyof NewPassword, string>>

/** Both screens that take an OTP; they differ in what they say of one that is no number (decisions.md section 4). */
export type OtpRule = (otp: string) => string | undefined

export const otpAtLogin: OtpRule = otp => (isOneTimePassword(otp) ? undefined : t('otp.wrongLength'))

export const otpAtChange: OtpRule = otp => {
  if (!/^[0-9]+$/.test(otp)) return t('otp.wrong')
  return otp.length === otpLength ? undefined : t('otp.wrongLength')
}

export function problemsOf({ otp, password, confirmed }: NewPassword, otpRule: OtpRule): FieldProblems {
  const wrongOtp = otpRule(otp)
  if (wrongOtp) return { otp: wrongOtp }
  if (password === '') return { password: t('newPassword.empty') }
  if (!isPassword(password)) return { password: t('newPassword.rule') }
  if (confirmed === '') return { confirmed: t('newPassword.empty') }
  return confirmed === password ? {} : { confirmed: t('newPassword.mismatch') }
}
