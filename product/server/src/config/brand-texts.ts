import {
  languagesOf,
  type BrandingFile,
  type BrandTexts,
  type ByLanguage,
  type EachLanguage,
} from '@ekyc/contract/branding'
import type { Language } from '@ekyc/contract/languages'

/** Returns the file's texts in the bank's own language, and for each other language those that differ. */
export function brandTexts(
  file: BrandingFile,
): BrandTexts & { inLanguages: { [code in Language]?: Partial<BrandTexts> } } {
  const [own, ...others] = languagesOf(file)
  const first = textsIn(file, own)
  const inLanguages = others.map(language => [language, difference(textsIn(file, language), first)])
  return { ...first, inLanguages: Object.fromEntries(inLanguages) }
}

function textsIn(file: BrandingFile, language: Language): BrandTexts {
  const say = <Value extends string | string[] | undefined>(text: ByLanguage<Value>): Value =>
    isByLanguage(text) ? (text[language] ?? text.en) : text
  const lines = file.translations?.[language]
  const { support } = file
  return {
    bankName: say(file.bankName),
    productName: say(file.productName),
    promises: say(file.promises),
    copyright: say(file.copyright),
    providerCredit: { ...file.providerCredit, text: say(file.providerCredit.text) },
    support: support && { ...support, hours: lines?.hours ?? say(support.hours) },
    notice: lines?.notice ?? say(file.notice),
    deviceServiceLinks: file.deviceServiceLinks.map(link => ({ ...link, name: say(link.name) })),
  }
}

export function isByLanguage<Value>(text: ByLanguage<Value>): text is EachLanguage<Value> {
  return typeof text === 'object' && text !== null && 'en' in text
}

function difference(texts: BrandTexts, first: BrandTexts): Partial<BrandTexts> {
  const differs = (name: keyof BrandTexts) => JSON.stringify(texts[name]) !== JSON.stringify(first[name])
  return Object.fromEntries(Object.entries(texts).filter(([name]) => differs(name as keyof BrandTexts)))
}
