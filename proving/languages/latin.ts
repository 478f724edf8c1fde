/** Abbreviations, and names of products and of the device service's menu, which stay Latin in every language. */
const names =
  'OTP PIN QR SMS KYC eKYC USB RD VID ID IT FAQ NA OK CSV UIDAI RBI JavaScript Chrome Edge Firefox WhatsApp Update'
    .split(' ')
    .concat('Key Rotation', 'Demo Bank', 'Agent eKYC', 'Ctrl\\+C', 'https(?:://)?')
const ofNames = new RegExp(`(?<![A-Za-z])(?:${names.join('|')})(?![A-Za-z])`, 'g')

/** The browser's own words. Chrome and Edge have no Odia and no Punjabi, so they show them in English there. */
const browserWords = ['Allow', 'Block', 'Advanced', 'Site settings']

/** Returns the English that is left in a translation besides placeholders, names, and words of a browser. */
export function latinLeft(english: string, text: string): string[] {
  const left = withoutKept(english, text)
    .replaceAll(/\{\w+\}/g, ' ')
    .replaceAll(ofNames, ' ')
  const words = left.match(/[A-Za-z]{2,}/g) ?? []
  if (words.length > 0) return [`has English left: ${words.join(' ')}`]
  return text === english && /\p{L}/u.test(left) ? ['is the English text'] : []
}

/** Removes what a translation may take from the English as it stands: quotations, and the browser's own words. */
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
