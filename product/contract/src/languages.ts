/**
 * The languages of the portal and the messages, each with its own name. `signedOn` is the date on which a native
 * speaker had read the whole translation. Until this date is entered, the translation is a draft (docs/languages.md).
 */
export const languages = {
  en: { name: 'English', signedOn: '2026-11-20' },
  hi: { name: 'हिन्दी', signedOn: undefined },
  bn: { name: 'বাংলা', signedOn: undefined },
  mr: { name: 'मराठी', signedOn: undefined },
  te: { name: 'తెలుగు', signedOn: undefined },
  ta: { name: 'தமிழ்', signedOn: undefined },
  gu: { name: 'ગુજરાતી', signedOn: undefined },
  kn: { name: 'ಕನ್ನಡ', signedOn: undefined },
  or: { name: 'ଓଡ଼ିଆ', signedOn: undefined },
  ml: { name: 'മലയാളം', signedOn: undefined },
  pa: { name: 'ਪੰਜਾਬੀ', signedOn: undefined },
} as const

/** A language code of ISO 639-1. */
export type Language = keyof typeof languages

// Object.keys returns exactly the codes of the table.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
export const languageCodes = Object.keys(languages) as Language[]

export function isLanguage(code: string | null | undefined): code is Language {
  return typeof code === 'string' && Object.hasOwn(languages, code)
}

/** The name of the cookie that stores the agent's language. Scripts of the page write the cookie. */
export const languageCookie = 'language'
