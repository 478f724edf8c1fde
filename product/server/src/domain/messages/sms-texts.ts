import type { Branding } from '@ekyc/contract/branding'
import { indiaDateTime } from '@ekyc/contract/india-time'
import type { Language } from '@ekyc/contract/languages'
import type { SmsMessage } from '@ekyc/contract/sms'

type SmsTextName = keyof NonNullable<NonNullable<Branding['sms']>['texts']>

export type WrittenSms = Pick<SmsMessage, 'text' | 'dlt'>

type BankText = { text: string; templateId?: string | undefined }

/**
 * Returns the bank's own text with this name, if the bank has one.
 * @param language the agent's language; if the text has no translation into it, the untranslated text is returned
 */
export function bankText(
  sms: Branding['sms'],
  name: SmsTextName,
  language: Language | undefined,
): BankText | undefined {
  const ownText = sms?.texts?.[name]
  return (language && ownText?.translations?.[language]) ?? ownText
}

/** Formats a moment in India time, such as '23-11-2026 11:30'. */
export function smsTime(at: Date): string {
  const [day = '', time = ''] = indiaDateTime(at).split('T')
  return `${day.split('-').toReversed().join('-')} ${time.slice(0, 5)}`
}

export function writeSms(
  sms: Branding['sms'],
  { text, templateId }: BankText,
  places: Record<string, string>,
): WrittenSms {
  return {
    text: text.replace(/\{(\w+)\}/g, (place, name: string) => places[name] ?? place),
    ...(sms?.dlt && { dlt: { ...sms.dlt, ...(templateId && { templateId }) } }),
  }
}
