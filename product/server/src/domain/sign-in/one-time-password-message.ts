import type { Branding } from '@ekyc/contract/branding'
import type { Language } from '@ekyc/contract/languages'

import { bankText, writeSms, type WrittenSms } from '../messages/sms-texts.ts'
import type { OneTimePasswordPurpose } from './sign-in-stores.ts'

/** Writes the SMS of a one-time password, with the bank's text for the purpose, or the product's if there is none. */
export type OneTimePasswordMessage = {
  /** Tells whether the text contains the mark of the code. If the bank's text has no mark, the screen shows none. */
  hasMark(purpose: OneTimePasswordPurpose): boolean
  write(about: {
    purpose: OneTimePasswordPurpose
    code: string
    mark: string
    minutes: number
    /** The agent's language. If the text has no translation into this language, the untranslated text is used. */
    language?: Language | undefined
  }): WrittenSms
}

const rest =
  "for {bankName}'s eKYC portal. Its mark is {mark}. It is valid for {minutes} minutes. Tell it to nobody."
const plainTexts = {
  newPassword: `{otp} sets a new password ${rest}`,
  newPasskey: `{otp} adds a passkey ${rest}`,
  logIn: `{otp} confirms a log-in with your password ${rest}`,
}

const names: Partial<Record<OneTimePasswordPurpose, keyof typeof plainTexts>> = {
  passkey: 'newPasskey',
  'log-in': 'logIn',
}

export function oneTimePasswordMessage(options: {
  bankName: string
  productName: string
  sms?: Branding['sms'] | undefined
  portalOrigin: string | undefined
}): OneTimePasswordMessage {
  const { bankName, productName, sms, portalOrigin } = options
  const host = portalOrigin && new URL(portalOrigin).hostname

  return {
    hasMark: purpose => textOf(purpose, undefined).text.includes('{mark}'),
    write({ purpose, code, mark, minutes, language }) {
      const places = { otp: code, mark, minutes: String(minutes), bankName, productName }
      const { text, ...registered } = writeSms(sms, textOf(purpose, language), places)
      // The last line binds the code to the portal's address, so that a browser fills it in on no other site (WebOTP).
      return { text: host ? `${text}\n\n@${host} #${code}` : text, ...registered }
    },
  }

  /** Returns the text for a purpose. A bank that has registered only one text uses it for all purposes. */
  function textOf(purpose: OneTimePasswordPurpose, language: Language | undefined) {
    const name = names[purpose] ?? 'newPassword'
    const own = bankText(sms, name, language)
    if (own || !sms) return own ?? { text: plainTexts[name] }
    const translated = language && sms.translations?.[language]
    return { text: translated?.oneTimePassword ?? sms.oneTimePassword, templateId: translated?.templateId }
  }
}
