import { createHash } from 'node:crypto'

import type { Branding } from '@ekyc/contract/branding'
import { consentItems } from '@ekyc/contract/consent'
import { captureMaxAgeMs } from '@ekyc/contract/limits'
import type { Consent } from '@ekyc/contract/shapes'

import { hourMs, minuteMs } from '../clocks.ts'
import type { KycContext } from '../context.ts'
import type { PublishedConsentText } from './kyc-records.ts'
import type { Policy } from '../policy.ts'
import { readMoment } from '../calendar.ts'
import { Refused, BadField } from '../call-errors.ts'

/**
 * Returns the hash of the text to which the customer consented: a text of the branding file, or one that a server
 * published within the last `formerConsentHours`. The former version is still shown while servers change to a new
 * version, and in pages that were already open.
 * @throws Refused when the bank has not published this version in this language, or replaced it too long ago
 */
export async function consentTextHash(
  { consentTexts, database, policy, now }: KycContext,
  consent: Pick<Consent, 'version' | 'language'>,
): Promise<string> {
  const isOf = (text: Omit<PublishedConsentText, 'text'>) =>
    text.version === consent.version && text.language === consent.language
  const own = consentTexts.find(isOf)
  if (own) return own.hash
  const since = new Date(now().getTime() - policy.formerConsentHours * hourMs)
  const former = (await database.consentTexts.publishedSince(since)).find(isOf)
  if (!former) throw new Refused('consent_not_published')
  return former.hash
}

/** A hash covers a text's version and language too. */
export function consentTextsOf({ version, texts }: Branding['consent']): PublishedConsentText[] {
  return Object.entries(texts).map(([language, { headings, ...items }]) => {
    const lines = consentItems.map(item => [item, headings?.[item] ?? null, items[item] ?? null])
    const text = JSON.stringify(lines)
    const hash = createHash('sha256')
      .update(consentHashInput(version, language, lines))
      .digest('hex')
    return { hash, version, language, text }
  })
}

export function consentHashInput(version: string, language: string, lines: (string | null)[][]): string {
  return JSON.stringify([version, language, lines])
}

/** @throws BadField when the time is unreadable, too old for its capture or in the future */
export function checkConsentTime({ givenOn }: Consent, now: Date, policy: Policy): void {
  const ageMs = now.getTime() - (readMoment(givenOn)?.getTime() ?? Number.NaN)
  const isOfThisCapture = ageMs <= captureMaxAgeMs && ageMs >= -policy.captureSkewMinutes * minuteMs
  if (!isOfThisCapture) throw new BadField('consent.givenOn')
}
