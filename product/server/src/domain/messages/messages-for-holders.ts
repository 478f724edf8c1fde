import type { Holder } from '@ekyc/contract/bank'
import { isLanguage } from '@ekyc/contract/languages'
import type { UnverifiedCode } from '@ekyc/contract/refusals'
import { kycTexts } from '@ekyc/contract/texts'

import { dayMs, hourMs } from '../clocks.ts'
import type { OutboxMessage } from './outbox.ts'
import type { KycContext } from '../context.ts'
import { failureReasonOf } from '../kyc/order-history.ts'
import { formatSmsTime, writeRegisteredSms } from './sms-texts.ts'
import type { OrderRecord } from '../kyc/kyc-records.ts'

const begun = '{bankName}: on {time}, India time, your identity number ending {lastDigits}'
const failed = `${begun} was not verified for KYC:`
const complain = 'Not you? Write to {grievance}.'

/** The SMS texts to holders of id numbers, one for each outcome, because telecom operators register whole texts. */
const holderTexts = {
  holderVerified: `${begun} was verified by fingerprint for KYC. ${complain}`,
  holderNotTaken: `${begun} was verified by fingerprint, but the bank did not get the result: this KYC does not count. ${complain}`,
  holderNotMatched: `${failed} the fingerprint did not match (code {code}). ${complain}`,
  holderLocked: `${failed} it is locked with the identity authority (code {code}). ${complain}`,
  holderNotActive: `${failed} it is not valid or not active with the identity authority (code {code}). ${complain}`,
  holderNotAnswered: `${failed} no usable answer came from the identity authority. ${complain}`,
  holderRefused: `${failed} the identity authority did not accept the request (code {code}). ${complain}`,
}
type HolderText = keyof typeof holderTexts
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- keys forgets the names
export const holderTextNames = Object.keys(holderTexts) as HolderText[]

/** The texts for codes of a failed KYC. Other codes get 'holderRefused', or 'holderNotAnswered' without an answer. */
const textOfCode: Partial<Record<UnverifiedCode, HolderText>> = {
  result_not_taken: 'holderNotTaken',
  fingerprint_not_matched: 'holderNotMatched',
  biometrics_locked: 'holderLocked',
  id_number_locked: 'holderLocked',
  id_number_not_active: 'holderNotActive',
  id_number_not_valid: 'holderNotActive',
  virtual_id_ended: 'holderNotActive',
}

/** The placeholder for the last digits of the id number, if the bank does not let an SMS name them. */
const noDigits = 'XXXX'

/**
 * Writes the message that tells the holder about an authentication that reached the authority. The message is an SMS if
 * there is a phone number and a text that may be sent. Otherwise an event reports a failure to the bank, which tells
 * the holder. A success needs no event, because the bank gets the result of the KYC anyway.
 */
export function messageForHolder(
  { branding, policy }: Pick<KycContext, 'branding' | 'policy'>,
  { agentId, id: orderId, reference, transactionId }: OrderRecord,
  verdict: Pick<OrderRecord, 'outcome' | 'errorSource' | 'errorCode' | 'action'>,
  holder: Holder | undefined,
  at: Date,
): OutboxMessage<'holder-sms' | 'kyc-failed'> | undefined {
  const { code } = failureReasonOf(verdict)
  const language = isLanguage(holder?.language) ? holder.language : undefined
  const isAnswered = verdict.errorSource !== null
  const name = code
    ? (textOfCode[code] ?? (isAnswered ? 'holderRefused' : 'holderNotAnswered'))
    : 'holderVerified'
  const { bankName, productName } = { ...branding, ...(language && branding.inLanguages?.[language]) }
  const sms = writeRegisteredSms(branding.sms, name, language, holderTexts[name], {
    bankName,
    productName,
    grievance: branding.emails.grievance,
    time: formatSmsTime(at),
    lastDigits: holder?.lastDigits ?? noDigits,
    code: verdict.errorCode ?? '',
    reference,
  })
  if (holder && sms) {
    const expiresOn = new Date(at.getTime() + policy.noticeSmsHours * hourMs)
    return { kind: 'holder-sms', agentId, body: { to: holder.phone, ...sms }, expiresOn }
  }
  if (!code) return undefined
  return {
    kind: 'kyc-failed',
    agentId,
    body: {
      type: 'kyc.failed',
      orderId,
      reference,
      transactionId: transactionId ?? kycTexts.noTransactionId,
      outcome: 'KYC_FAILURE',
      completedOn: at.toISOString(),
      code,
      errorCode: verdict.errorSource && verdict.errorCode,
    },
    expiresOn: new Date(at.getTime() + policy.resultKeptDays * dayMs),
  }
}
