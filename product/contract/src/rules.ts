import { mobileLength, otpLength, passwordMaxLength, passwordMinLength } from './limits.ts'

/** Matches a mobile number (product.md section 5). Digits are ASCII digits only, so it refuses a Devanagari digit. */
export const mobilePattern = `^[0-9]{${mobileLength}}$`
export const otpPattern = `^[0-9]{${otpLength}}$`

const mobileForm = new RegExp(mobilePattern)

export function isMobile(text: string): boolean {
  return mobileForm.test(text)
}

export function isOneTimePassword(text: string): boolean {
  return new RegExp(otpPattern).test(text)
}

/** The separate demands of the password rule, so that a screen can tick them off one by one. */
export const passwordDemands = {
  length: (text: string) => text.length >= passwordMinLength && text.length <= passwordMaxLength,
  allowedCharacters: (text: string) => /^[A-Za-z0-9@#$%^&+!=]*$/.test(text),
  upperCase: (text: string) => /[A-Z]/.test(text),
  lowerCase: (text: string) => /[a-z]/.test(text),
  digit: (text: string) => /[0-9]/.test(text),
  special: (text: string) => /[@#$%^&+!=]/.test(text),
}

export type PasswordDemand = keyof typeof passwordDemands

/** Tells whether password/set would accept this password. Letters are ASCII letters (decisions.md section 3). */
export function isPassword(text: string): boolean {
  return Object.values(passwordDemands).every(holds => holds(text))
}
