import type { Branding } from '@ekyc/contract/branding'
import type { Language } from '@ekyc/contract/languages'
import type { SmsMessage } from '@ekyc/contract/sms'

/** Writes the SMS of a one-time password, in the bank's words. */
export type OneTimePasswordMessage = {
  /** Tells whether the text has the mark. The bank's registered text may lack it; then the screen shows none either. */
  hasMark: boolean
  write(about: {
    code: string
    /** Two digits that the screen shows too. */
    mark: string
    minutes: number
    /** The agent's; a language without a text of its own gets the bank's first text. */
    language?: Language | undefined
  }): Pick<SmsMessage, 'text' | 'dlt'>
}

const plainText =
  "{otp} is your one-time password for {bankName}'s eKYC portal. Its mark is {mark}. It is valid for {minutes} minutes. Do not share it."

export function oneTimePasswordMessage(options: {
  bankName: string
  productName: string
  sms?: Branding['sms'] | undefined
  portalOrigin: string | undefined
}): OneTimePasswordMessage {
  const { bankName, productName, sms, portalOrigin } = options
  const text = sms?.oneTimePassword ?? plainText
  const host = portalOrigin && new URL(portalOrigin).hostname

  return {
    hasMark: text.includes('{mark}'),
    write({ code, mark, minutes, language }) {
      const own = language && sms?.translations?.[language]
      const places: Record<string, string> = {
        otp: code,
        mark,
        minutes: String(minutes),
        bankName,
        productName,
      }
      const words = (own?.oneTimePassword ?? text).replace(
        /\{(\w+)\}/g,
        (place, name: string) => places[name] ?? place,
      )
      return {
        // The last line binds the code to our site: a browser fills it in on no other (WebOTP).
        text: host ? `${words}\n\n@${host} #${code}` : words,
        ...(sms?.dlt && { dlt: { ...sms.dlt, ...(own?.templateId && { templateId: own.templateId }) } }),
      }
    },
  }
}
