import type { Branding } from '@ekyc/contract/branding'
import type { Language } from '@ekyc/contract/languages'

import { hourMs } from '../durations.ts'
import type { Outbox } from './outbox.ts'
import type { Policy } from '../policy.ts'
import { bankText, smsTime, writeSms } from './sms-texts.ts'
import type { Stores } from '../stores.ts'

export const noticeTexts = {
  passkeyAdded:
    "A passkey was added to your account on {bankName}'s eKYC portal on {time}, India time. If it was not you, call {helpLine} now.",
  passwordChanged:
    "The password of your account on {bankName}'s eKYC portal was changed on {time}, India time. If it was not you, call {helpLine} now.",
  newDevice:
    "A new device logged in to your account on {bankName}'s eKYC portal on {time}, India time. If it was not you, call {helpLine} now.",
}
export type Notice = keyof typeof noticeTexts

export type Notices = {
  /** Puts the SMS to the agent in the outbox, in the transaction of the event. */
  tell(
    stores: Pick<Stores, 'outbox'>,
    notice: Notice,
    agent: { agentId: string; mobile: string },
    language: Language | undefined,
  ): Promise<void>
}

export function createNotices(options: {
  outbox: Pick<Outbox, 'putSms'>
  branding: Pick<Branding, 'bankName' | 'productName' | 'support' | 'sms'>
  policy: Policy
  now: () => Date
}): Notices {
  const { outbox, branding, policy, now } = options
  const { bankName, productName, support, sms } = branding

  return {
    async tell(stores, notice, { agentId, mobile }, language) {
      if (notice === 'newDevice' && policy.newDeviceSms === 0) return
      const text = bankText(sms, notice, language) ?? ownText(notice)
      if (!text) return
      const at = now()
      const places = {
        bankName,
        productName,
        time: smsTime(at),
        helpLine: support?.phone ?? bankName,
      }
      await outbox.putSms(stores, {
        agentId,
        body: { to: mobile, ...writeSms(sms, text, places) },
        expiresOn: new Date(at.getTime() + policy.noticeSmsHours * hourMs),
      })
    },
  }

  /**
   * Returns the product's own text, or undefined if the bank has registered texts: telecom operators drop an
   * unregistered text.
   */
  function ownText(notice: Notice): { text: string } | undefined {
    return sms?.dlt ? undefined : { text: noticeTexts[notice] }
  }
}
