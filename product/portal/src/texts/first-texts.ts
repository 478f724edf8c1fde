import type { Catalogue } from './t.ts'

/** Matches the keys of the texts that the log-in screen shows or may need before the catalogue has loaded. */
const parts = /^(app|call|language|shared|signIn|support)\./

/** Returns the texts that the log-in page itself contains. */
export function firstTexts(catalogue: Partial<Catalogue>): Partial<Catalogue> {
  return Object.fromEntries(Object.entries(catalogue).filter(([key]) => parts.test(key)))
}
