import { languages } from './languages.ts'

/** The items of a consent text, in the order in which the customer reads them. */
export const consentItems = ['data', 'purpose', 'sharing', 'alternatives', 'withdrawal'] as const

/**
 * The languages in which a customer may consent, each named in itself: the portal's, and all others of the
 * Constitution's Eighth Schedule (DPDP Act, sections 5 and 6).
 */
export const consentLanguages = {
  ...(Object.fromEntries(Object.entries(languages).map(([code, { name }]) => [code, name])) as Record<
    keyof typeof languages,
    string
  >),
  as: 'অসমীয়া',
  brx: 'बरʼ',
  doi: 'डोगरी',
  kok: 'कोंकणी',
  ks: 'کٲشُر',
  mai: 'मैथिली',
  mni: 'ꯃꯩꯇꯩꯂꯣꯟ',
  ne: 'नेपाली',
  sa: 'संस्कृतम्',
  sat: 'ᱥᱟᱱᱛᱟᱲᱤ',
  sd: 'سنڌي',
  ur: 'اردو',
}

/** A code of BCP 47. */
export type ConsentLanguage = keyof typeof consentLanguages

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Object.keys returns exactly the table's codes
export const consentLanguageCodes = Object.keys(consentLanguages) as ConsentLanguage[]

/** Tells how a text runs: banks write Sindhi and Kashmiri in Arabic letters or in Devanagari. */
export function directionOf(text: string): 'ltr' | 'rtl' {
  return /\p{Script=Arabic}/u.test(text) ? 'rtl' : 'ltr'
}
