import { otpLength, passwordMinLength } from '@ekyc/contract/limits'
import { isOneTimePassword, isPassword } from '@ekyc/contract/rules'

import { t, type Words } from '../../texts/t.ts'

export type NewPassword = { otp: string; password: string; confirmed: string }

/** The message of the first wrong field; empty when the form may be sent. */
export type FieldProblems = Partial<Record<keyof NewPassword, Words>>

/** The two screens differ in their message for an OTP that is no number (decisions.md section 4). */
export type OtpRule = (otp: string) => Words | undefined

const wrongLength: Words = () => t('otp.wrongLength', { length: otpLength })

export const otpAtLogin: OtpRule = otp => (isOneTimePassword(otp) ? undefined : wrongLength)

export const otpAtChange: OtpRule = otp => {
  if (!/^[0-9]+$/.test(otp)) return () => t('otp.wrong')
  return otp.length === otpLength ? undefined : wrongLength
}

export function problemsOf({ otp, password, confirmed }: NewPassword, otpRule: OtpRule): FieldProblems {
  const wrongOtp = otpRule(otp)
  if (wrongOtp) return { otp: wrongOtp }
  if (password === '') return { password: () => t('newPassword.empty') }
  if (!isPassword(password)) return { password: () => t('newPassword.rule', { length: passwordMinLength }) }
  if (confirmed === '') return { confirmed: () => t('newPassword.empty') }
  return confirmed === password ? {} : { confirmed: () => t('newPassword.mismatch') }
}
