import type { KycResult } from '../../session/session-state.ts'
import { languageTag } from '../../texts/language.ts'
import { t } from '../../texts/t.ts'
import { shownTime } from '@ekyc/ui/shown-time.ts'

export type ReceiptEntry = {
  id: 'reference' | 'order' | 'transaction' | 'started' | 'verified' | 'consent' | 'device'
  name: string
  value: string
  /** True if `value` is a sentence that says that there is no value. */
  isAbsent?: true
}

export function orderEntries(order: { dbsRefCode: string; orderId: string }): ReceiptEntry[] {
  return [
    { id: 'reference', name: t('kyc.result.reference'), value: order.dbsRefCode },
    { id: 'order', name: t('kyc.result.order'), value: order.orderId },
  ]
}

export function receiptEntries({ consent, device, ...result }: KycResult): ReceiptEntry[] {
  return [
    ...orderEntries(result),
    { id: 'transaction', name: t('kyc.result.transaction'), value: result.txnId },
    { id: 'started', name: t('kyc.result.started'), value: shownTime(result.createdOn) },
    {
      id: 'consent',
      name: t('kyc.result.consent'),
      value: consent
        ? t('kyc.result.consentGiven', {
            version: consent.version,
            language: languageName(consent.language),
            time: shownTime(consent.givenOn),
          })
        : t('kyc.result.noConsent'),
      ...(!consent && { isAbsent: true }),
    },
    ...(result.status === 'KYC_SUCCESS' && result.completedOn !== ''
      ? [
          {
            id: 'verified' as const,
            name: t('kyc.result.verified'),
            value: shownTime(result.completedOn),
          },
        ]
      : []),
    ...(device
      ? [
          {
            id: 'device' as const,
            name: t('kyc.result.device'),
            value: `${device.mi} (${device.dpId}, ${device.rdsVer})`,
          },
        ]
      : []),
  ]
}

function languageName(code: string): string {
  try {
    return new Intl.DisplayNames(languageTag(), { type: 'language' }).of(code) ?? code
  } catch {
    return code
  }
}
