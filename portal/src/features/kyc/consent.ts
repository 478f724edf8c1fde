import { captureMaxAgeMs } from '@ekyc/contract/limits'
import type { Consent } from '@ekyc/contract/shapes'

import { branding, useBranding, type Branding, type ConsentText } from '../../api/branding.ts'
import { serverNow } from '../../api/server-clock.ts'
import { captureKeptMs } from './do-kyc.ts'

type ConsentWords = Branding['consent']

export function useConsentWords(): ConsentWords {
  return useBranding(({ consent }) => consent) ?? usualWords
}

export function consentWords(): ConsentWords {
  return branding().consent ?? usualWords
}

/** Returns the consent text in the page's language where the bank wrote one, else in English. */
export function consentText(consent: ConsentWords): { language: string; text: ConsentText } {
  const language = document.documentElement.lang.split('-')[0] ?? ''
  const text = Object.hasOwn(consent.texts, language) ? consent.texts[language] : undefined
  return text ? { language, text } : { language: 'en', text: consent.texts.en }
}

/** @param givenOn ISO 8601 */
export function consentGiven(givenOn: string): Consent {
  const consent = consentWords()
  return { version: consent.version, language: consentText(consent).language, givenOn }
}

const submitMs = 60_000

/**
 * How long a consent may be used. The server accepts it for captureMaxAgeMs, within which the scan, the kept capture
 * and the submit must fit.
 */
export const consentKeptMs = {
  toScan: captureMaxAgeMs - captureKeptMs - submitMs,
  toProceed: captureMaxAgeMs - submitMs,
}

/** @param givenOn ISO 8601 */
export function isConsentOver(givenOn: string, keptMs: number): boolean {
  return serverNow().getTime() - Date.parse(givenOn) > keptMs
}

/** The text until the branding file arrives. It names no bank. */
const usualWords: ConsentWords = {
  mode: 'tick',
  version: '1',
  texts: {
    en: {
      purpose:
        'Your fingerprint is used once, to confirm your identity with the national identity authority.',
      sharing: 'The result and your identity details are shared with the bank, and with nobody else.',
      alternatives: 'You may refuse and prove your identity at the bank with other documents instead.',
    },
  },
}
