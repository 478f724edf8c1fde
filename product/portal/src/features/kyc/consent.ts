import { consentLanguageCodes } from '@ekyc/contract/consent'
import type { Consent, ConsentWay } from '@ekyc/contract/shapes'
import { captureMaxAgeMs } from '@ekyc/contract/limits'
import { serverNow } from '@ekyc/ui/browser/server-clock.ts'
import { useLanguage } from '@ekyc/ui/texts/language.ts'

import { useMemory } from '../../session/session.ts'
import { useBranding, type Branding } from '../../api/branding.ts'
import { captureKeptMs } from './do-kyc.ts'

export type ShownConsent = ReturnType<typeof useConsent>

export function useConsent() {
  const { mode, version, texts, approved = [] } = useBranding(({ consent }) => consent) ?? usualConsent
  const ofPage = useLanguage(({ language }) => language)
  const customerLanguage = useMemory(memory => memory.customerLanguage)
  const languages = consentLanguageCodes.filter(code => Object.hasOwn(texts, code))
  const language =
    languages.find(code => code === customerLanguage) ?? languages.find(code => code === ofPage) ?? 'en'
  const isDraft = language !== 'en' && !approved.includes(language)
  return { mode, version, language, languages, text: texts[language] ?? texts.en, isDraft }
}

export function consentTo({ version, language }: ShownConsent, ways: readonly ConsentWay[] = []): Consent {
  return {
    version,
    language,
    givenOn: serverNow().toISOString(),
    ...(ways.length > 0 && { ways: [...ways] }),
  }
}

export function isConsentTo(
  { version, language }: ShownConsent,
  given: Consent | undefined,
): given is Consent {
  return given?.version === version && given.language === language
}

const submitMs = 60_000

/** The longest age of a consent in ms. The server's limit, captureMaxAgeMs, must cover scan, kept capture and submit. */
export const consentKeptMs = {
  toScan: captureMaxAgeMs - captureKeptMs - submitMs,
  toProceed: captureMaxAgeMs - submitMs,
}

export function isConsentOver({ givenOn }: Consent, keptMs: number): boolean {
  return serverNow().getTime() - Date.parse(givenOn) > keptMs
}

/** The consent text until the branding file arrives. It names no bank, and the server accepts no consent to it. */
const usualConsent: Branding['consent'] = {
  mode: 'tick',
  version: 'built-in',
  texts: {
    en: {
      purpose:
        'Your fingerprint is used once, to confirm your identity with the national identity authority.',
      sharing: 'The result and your identity details are shared with the bank, and with nobody else.',
      alternatives: 'You may refuse and prove your identity at the bank with other documents instead.',
    },
  },
}
