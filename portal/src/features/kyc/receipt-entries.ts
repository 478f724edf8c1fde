import type { KycResult } from '../../session/session-state.ts'
import { t } from '../../texts/en/kyc.ts'
import { shownTime } from '../../texts/shown-time.ts'

export type ReceiptEntry = { name: string; value: string }

/** The numbers of an order, which it has from the start. */
export function orderEntries(order: { dbsRefCode: string; orderId: string }): ReceiptEntry[] {
  return [
    { name: t('kyc.result.reference'), value: order.dbsRefCode },
    { name: t('kyc.result.order'), value: order.orderId },
  ]
}

/** The facts of a finished order as screen, paper and a shared receipt show them. */
export function receiptEntries({ consent, device, ...result }: KycResult): ReceiptEntry[] {
  return [
    ...orderEntries(result),
    { name: t('kyc.result.transaction'), value: result.txnId },
    { name: t('kyc.result.time'), value: shownTime(result.createdOn) },
    {
      name: t('kyc.result.consent'),
      value: consent
        ? t('kyc.result.consentGiven', {
            version: consent.version,
            language: languageName(consent.language),
            time: shownTime(consent.givenOn),
          })
        : t('kyc.result.noConsent'),
    },
    ...(device
      ? [{ name: t('kyc.result.device'), value: `${device.mi} (${device.dpId}, ${device.rdsVer})` }]
      : []),
  ]
}

/** A language that the browser does not know, or that is none, stays as it was sent. */
function languageName(code: string): string {
  try {
    return new Intl.DisplayNames(document.documentElement.lang || 'en', { type: 'language' }).of(code) ?? code
  } catch {
    return code
  }
}
