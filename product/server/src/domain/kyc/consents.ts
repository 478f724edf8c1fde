import { createHash } from 'node:crypto'

import type { Branding } from '@ekyc/contract/branding'
import { consentItems } from '@ekyc/contract/consent'
import { captureMaxAgeMs } from '@ekyc/contract/limits'
import type { Consent } from '@ekyc/contract/shapes'

import { hourMs, minuteMs } from '../clocks.ts'
import type { KnownConsentText, PublishedConsentText } from './kyc-stores.ts'
import type { Policy } from '../policy.ts'
import { readMoment } from '../calendar.ts'
import { Refused, BadField } from '../call-errors.ts'
import type { Stores } from '../stores.ts'

export type ConsentTextLookup = ReturnType<typeof createConsentTextLookup>

/**
 * Accepts the texts of the branding file, and texts that a server published within the last `formerConsentHours`. The
 * former version is still shown while servers change to a new version, and in pages that were already open. The
 * database is queried only for a text that neither the branding file nor the result of the previous query allows.
 */
export function createConsentTextLookup(options: {
  own: readonly PublishedConsentText[]
  database: { consentTexts: Pick<Stores['consentTexts'], 'publishedSince'> }
  policy: Policy
  now: () => Date
}) {
  let others: KnownConsentText[] = []

  return {
    /**
     * Returns the hash of the text to which the customer consented.
     * @throws Refused when the bank has not published this version in this language, or replaced it too long ago
     */
    async textHashOf(consent: Pick<Consent, 'version' | 'language'>): Promise<string> {
      const since = new Date(options.now().getTime() - options.policy.formerConsentHours * hourMs)
      const isOf = (text: Omit<PublishedConsentText, 'text'>) =>
        text.version === consent.version && text.language === consent.language
      const isInForce = (text: KnownConsentText) => isOf(text) && text.lastPublishedOn >= since
      const knownText = options.own.find(isOf) ?? others.find(isInForce)
      if (knownText) return knownText.hash
      others = await options.database.consentTexts.publishedSince(since)
      const publishedText = others.find(isOf)
      if (!publishedText) throw new Refused('consent_not_published')
      return publishedText.hash
    },
  }
}

/** Lists the consent texts of a branding file. A hash covers a text's version and language too. */
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

/**
 * Checks that the time of a consent is readable and recent enough for its capture. The consent is kept as evidence.
 * @throws BadField when the time is unreadable, too old or in the future
 */
export function checkConsentTime({ givenOn }: Consent, now: Date, policy: Policy): void {
  const ageMs = now.getTime() - (readMoment(givenOn)?.getTime() ?? Number.NaN)
  const isOfThisCapture = ageMs <= captureMaxAgeMs && ageMs >= -policy.captureSkewMinutes * minuteMs
  if (!isOfThisCapture) throw new BadField('consent.givenOn')
}
