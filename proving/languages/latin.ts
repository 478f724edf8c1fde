/**
 * Words that every language writes in Latin letters: abbreviations, names of products, and entries of the device
 * service's menu.
 */
const names =
  'OTP PIN QR SMS KYC eKYC USB RD VID ID IT FAQ NA OK CSV UIDAI RBI XLSX UTF MB Enter JavaScript Chrome Edge Firefox WhatsApp Update'
    .split(' ')
    .concat('Key Rotation', 'Demo Bank', 'Agent eKYC', 'Ctrl\\+(?:C|Enter)', 'https(?:://)?')
const ofNames = new RegExp(`(?<![A-Za-z])(?:${names.join('|')})(?![A-Za-z])`, 'g')

/** Words of browser menus. Chrome and Edge have neither Odia nor Punjabi menus, so they show these words in English. */
const browserWords = ['Allow', 'Block', 'Advanced', 'Site settings']

export function latinLeft(english: string, text: string): string[] {
  const remainder = withoutKept(english, text)
    .replaceAll(/\{\w+\}/g, ' ')
    .replaceAll(ofNames, ' ')
  const words = remainder.match(/[A-Za-z]{2,}/g) ?? []
  if (words.length > 0) return [`has English left: ${words.join(' ')}`]
  return text === english && /\p{L}/u.test(remainder) ? ['is the English text'] : []
}

/** Replaces, by an X, the English that a translation may repeat: quotations, and the browser's own words. */
export function withoutKept(english: string, text: string): string {
  const quoted = [...english.matchAll(/“([^”]+)”/g)].map(([, words = '']) => words)
  return [...quoted, ...browserWords.filter(words => english.includes(words))].reduce(
    (rest, words) => rest.replaceAll(words, 'X'),
    text,
  )
}

export function withoutQuotes(english: string): string {
  return english.replaceAll(/“[^”]*”/g, ' ')
}
