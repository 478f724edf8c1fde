import { languages } from './languages.ts'

/** The items of a consent text, in the order in which the customer reads them. */
export const consentItems = ['data', 'purpose', 'sharing', 'alternatives', 'withdrawal'] as const

/**
 * The languages in which a customer may consent, each with its own name. They are the portal's languages and all others
 * of the Constitution's Eighth Schedule (DPDP Act, sections 5 and 6).
 */
export const consentLanguages = {
  ...languages,
  as: { name: 'অসমীয়া' },
  brx: { name: 'बरʼ' },
  doi: { name: 'डोगरी' },
  kok: { name: 'कोंकणी' },
  ks: { name: 'کٲشُر' },
  mai: { name: 'मैथिली' },
  mni: { name: 'ꯃꯩꯇꯩꯂꯣꯟ' },
  ne: { name: 'नेपाली' },
  sa: { name: 'संस्कृतम्' },
  sat: { name: 'ᱥᱟᱱᱛᱟᱲᱤ' },
  sd: { name: 'سنڌي' },
  ur: { name: 'اردو' },
}

/** A language code of BCP 47. */
export type ConsentLanguage = keyof typeof consentLanguages

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Object.keys returns exactly the table's codes
export const consentLanguageCodes = Object.keys(consentLanguages) as ConsentLanguage[]
