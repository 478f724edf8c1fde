import { mobileLength, otpLength, passwordMaxLength, passwordMinLength } from './limits.ts'

/** The pattern of a mobile number (product.md section 5). It accepts ASCII digits only, not Devanagari digits. */
export const mobilePattern = `^[0-9]{${mobileLength}}$`
export const otpPattern = `^[0-9]{${otpLength}}$`

export function isMobile(text: string): boolean {
  return new RegExp(mobilePattern).test(text)
}

export function dialled(number: string): string {
  return number.replaceAll(/[ -]/g, '')
}

export function isOneTimePassword(text: string): boolean {
  return new RegExp(otpPattern).test(text)
}

/** The separate demands of the password rule. A screen shows for each demand whether the typed password meets it. */
export const passwordDemands = {
  length: (text: string) => text.length >= passwordMinLength && text.length <= passwordMaxLength,
  allowedCharacters: (text: string) => /^[A-Za-z0-9@#$%^&+!=]*$/.test(text),
  upperCase: (text: string) => /[A-Z]/.test(text),
  lowerCase: (text: string) => /[a-z]/.test(text),
  digit: (text: string) => /[0-9]/.test(text),
  special: (text: string) => /[@#$%^&+!=]/.test(text),
}

export type PasswordDemand = keyof typeof passwordDemands

/** Tells whether password/set accepts this password. Only ASCII letters count as letters (decisions.md section 3). */
export function isPassword(text: string): boolean {
  return Object.values(passwordDemands).every(holds => holds(text))
}
