/** The statements of the product's specification: `NAV: 12` stands for NAV-1 to NAV-12. A test's title names those it shows. */
const statements = {
  NAV: 12,
  HDR: 6,
  FTR: 1,
  FAQ: 6,
  LOG: 11,
  OTP: 7,
  PWD: 1,
  PRF: 1,
  DSH: 5,
  LST: 8,
  KYC: 16,
  SES: 8,
  API: 15,
}

const all = Object.entries(statements).flatMap(([letters, count]) =>
  Array.from({ length: count }, (_, index) => `${letters}-${index + 1}`),
)

/** Returns how many of the specification's statements are in the titles of tests that passed, and those that are not. */
export function rulesShown(titles: readonly string[]): string {
  const named = new Set(titles.flatMap(title => title.match(/[A-Z]{3}-\d+/g) ?? []))
  const missing = all.filter(id => !named.has(id))
  const shown = `${all.length - missing.length} of ${all.length} rules of the specification shown`
  return missing.length === 0 ? shown : `${shown}, not ${missing.join(', ')}`
}
