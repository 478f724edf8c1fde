import type { Catalogue } from './t.ts'

/** The parts whose texts stand on the log-in's first screen, or may be needed before the catalogue has loaded. */
const parts = /^(app|call|language|shared|signIn|support)\./

/** Picks the texts that the page itself carries. */
export function firstTexts(catalogue: Partial<Catalogue>): Partial<Catalogue> {
  return Object.fromEntries(Object.entries(catalogue).filter(([key]) => parts.test(key)))
}
