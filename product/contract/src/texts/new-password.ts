import { otpLength, passwordMinLength } from '../limits.ts'

export const newPasswordTexts = {
  otpWrongLength: `OTP should be ${otpLength} character long`, // sic
  otpWrong: 'Please enter correct otp',
  rule: `At least ${passwordMinLength} characters, 1 Uppercase, 1 Lowercase, 1 Number and 1 special character required`,
  mismatch: 'Password and confirmed password do not match.',
  empty: 'Please enter correct password',
  done: 'Password reset succssful. Redirect to login page....', // sic
} as const
