import { languagesOf, type Branding, type BrandingFile, type ShownBranding } from '@ekyc/contract/branding'
import { isRecord } from '@ekyc/contract/is-record'
import type { Language } from '@ekyc/contract/languages'

/** Returns the texts of screens in the bank's own language and, for each other language, only the texts that differ. */
export function brandTexts(file: BrandingFile): ShownBranding & Pick<Branding, 'inLanguages'> {
  const [own, ...others] = languagesOf(file)
  const first = shownIn(file, own)
  const known = new Map(Object.entries(first).map(([name, value]) => [name, JSON.stringify(value)]))
  const inLanguages = others.map(language => {
    const fields = Object.entries(shownIn(file, language))
    const differing = fields.filter(([name, value]) => JSON.stringify(value) !== known.get(name))
    return [language, Object.fromEntries(differing)]
  })
  return { ...first, inLanguages: Object.fromEntries(inLanguages) }
}

function shownIn(file: BrandingFile, language: Language): ShownBranding {
  const { consent: _customers, sms: _phones, font: _styles, translations, ...fields } = file
  const shown: ShownBranding = JSON.parse(JSON.stringify(fields), (_name, value: unknown) =>
    isRecord(value) && 'en' in value ? (value[language] ?? value['en']) : value,
  )
  const { notice = shown.notice, hours } = translations?.[language] ?? {}
  return {
    ...shown,
    ...(notice !== undefined && { notice }),
    ...(shown.support && hours !== undefined && { support: { ...shown.support, hours } }),
  }
}
