import type { Branding } from '@ekyc/contract/branding'
import { indiaDateTime } from '@ekyc/contract/india-time'
import type { Language } from '@ekyc/contract/languages'
import type { SmsMessage } from '@ekyc/contract/sms'

import { hourMs } from '../clocks.ts'
import type { Context } from '../context.ts'
import type { Stores } from '../stores.ts'

type SmsTextName = keyof NonNullable<NonNullable<Branding['sms']>['texts']>

export type SmsContent = Pick<SmsMessage, 'text' | 'dlt'>

type BankText = { text: string; templateId?: string | undefined }

/** A text without a translation into the language is taken untranslated. */
export function bankSmsText(
  sms: Branding['sms'],
  name: SmsTextName,
  language: Language | undefined,
): BankText | undefined {
  const ownText = sms?.texts?.[name]
  return (language && ownText?.translations?.[language]) ?? ownText
}

/** Writes no text of ours if the bank registers its texts, because telecom operators drop any other text. */
export function writeRegisteredSms(
  sms: Branding['sms'],
  name: SmsTextName,
  language: Language | undefined,
  ours: string,
  places: Record<string, string>,
): SmsContent | undefined {
  const text = bankSmsText(sms, name, language) ?? (sms?.dlt ? undefined : { text: ours })
  return text && writeSms(sms, text, places)
}

/** Formats a moment in India time, such as '23-11-2026 11:30'. */
export function formatSmsTime(at: Date): string {
  const [day = '', time = ''] = indiaDateTime(at).split('T')
  return `${day.split('-').toReversed().join('-')} ${time.slice(0, 5)}`
}

export function writeSms(
  sms: Branding['sms'],
  { text, templateId }: BankText,
  places: Record<string, string>,
): SmsContent {
  return {
    text: text.replace(/\{(\w+)\}/g, (place, name: string) => places[name] ?? place),
    ...(sms?.dlt && { dlt: { ...sms.dlt, ...(templateId && { templateId }) } }),
  }
}

export const securityNoticeTexts = {
  passkeyAdded:
    "A passkey was added to your account on {bankName}'s eKYC portal on {time}, India time. If it was not you, call {helpLine} now.",
  passwordChanged:
    "The password of your account on {bankName}'s eKYC portal was changed on {time}, India time. If it was not you, call {helpLine} now.",
  newDevice:
    "A new device logged in to your account on {bankName}'s eKYC portal on {time}, India time. If it was not you, call {helpLine} now.",
}
export type SecurityNotice = keyof typeof securityNoticeTexts

export async function sendSecurityNotice(
  { outbox, branding, policy, now }: Pick<Context, 'policy' | 'now' | 'outbox' | 'branding'>,
  stores: Pick<Stores, 'outbox'>,
  notice: SecurityNotice,
  { agentId, mobile }: { agentId: string; mobile: string },
  language: Language | undefined,
): Promise<void> {
  const { bankName, productName, support, sms } = branding
  if (notice === 'newDevice' && policy.newDeviceSms === 0) return
  const at = now()
  const places = { bankName, productName, time: formatSmsTime(at), helpLine: support?.phone ?? bankName }
  const content = writeRegisteredSms(sms, notice, language, securityNoticeTexts[notice], places)
  if (!content) return
  const expiresOn = new Date(at.getTime() + policy.noticeSmsHours * hourMs)
  await outbox.put(stores, { kind: 'sms', agentId, body: { to: mobile, ...content }, expiresOn })
}
