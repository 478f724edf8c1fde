import type { Consent } from '@ekyc/contract/shapes'

import { branding, type Branding, type ConsentText } from '../../api/branding.ts'

/** The consent text in the page's language where the bank wrote one, else in English. */
export function consentText(consent: Branding['consent']): { language: string; text: ConsentText } {
  const language = document.documentElement.lang.split('-')[0] ?? ''
  const text = Object.hasOwn(consent.texts, language) ? consent.texts[language] : undefined
  return text ? { language, text } : { language: 'en', text: consent.texts.en }
}

/** @param givenOn ISO 8601 */
export function consentGiven(givenOn: string): Consent {
  const { consent } = branding()
  return { version: consent.version, language: consentText(consent).language, givenOn }
}
