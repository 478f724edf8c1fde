import type { Catalogue } from './t.ts'

/** The parts with texts that the log-in's first screen shows or may need before the catalogue has loaded. */
const parts = /^(app|call|language|shared|signIn|support)\./

/** Picks the texts that the page itself contains. */
export function firstTexts(catalogue: Partial<Catalogue>): Partial<Catalogue> {
  return Object.fromEntries(Object.entries(catalogue).filter(([key]) => parts.test(key)))
}
