/**
 * The languages of portal and messages, with each language's own name. A translation is a draft until a native speaker
 * has read all of it and its date is entered here (docs/languages.md).
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

/** An ISO 639-1 code. */
export type Language = keyof typeof languages

// The table is closed: Object.keys returns exactly its codes.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
export const languageCodes = Object.keys(languages) as Language[]

export function isLanguage(code: string | null | undefined): code is Language {
  return typeof code === 'string' && Object.hasOwn(languages, code)
}

/** The cookie in which a browser keeps the language that its agent chose; scripts of the page write it. */
export const languageCookie = 'language'
