import { otpLength, passwordMinLength } from '@ekyc/contract/limits'
import { isOneTimePassword, isPassword } from '@ekyc/contract/rules'

import { t, type Words } from '../../texts/t.ts'
import type { OtpPurpose } from './send-otp.ts'

export type NewPassword = { otp: string; password: string; confirmed: string }

/** The message of the first wrong field. The object is empty if the form may be sent. */
export type FieldProblems = Partial<Record<keyof NewPassword, Words>>

type OtpRule = (otp: string) => Words | undefined

const wrongLength: Words = () => t('otp.wrongLength', { length: otpLength })

const inSession: OtpRule = otp => {
  if (!/^[0-9]+$/.test(otp)) return () => t('otp.wrong')
  return otp.length === otpLength ? undefined : wrongLength
}

/**
 * The rules for a typed OTP. The screens /otp and /change-password have different messages for an OTP with characters
 * other than digits (decisions.md section 4).
 */
export const otpRules: Record<OtpPurpose, OtpRule> = {
  reset: otp => (isOneTimePassword(otp) ? undefined : wrongLength),
  change: inSession,
  passkey: inSession,
}

export function problemsOf({ otp, password, confirmed }: NewPassword, purpose: OtpPurpose): FieldProblems {
  const wrongOtp = otpRules[purpose](otp)
  if (wrongOtp) return { otp: wrongOtp }
  if (password === '') return { password: () => t('newPassword.empty') }
  if (!isPassword(password)) return { password: () => t('newPassword.rule', { length: passwordMinLength }) }
  if (confirmed === '') return { confirmed: () => t('newPassword.empty') }
  return confirmed === password ? {} : { confirmed: () => t('newPassword.mismatch') }
}
