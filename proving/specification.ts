import { globSync, readFileSync } from 'node:fs'

import { inRoot, root } from '../scripts/folders.ts'

/** The statements of the product's specification: `NAV: 12` stands for NAV-1 to NAV-12. */
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

const title = /\b(?:test|describe)(?:\.(?:each|for))?(?:\([^()'"`]*\))?\(\s*(['"`])(.*?)\1/gs

/** Returns the statements that no title of a test names, and a line that counts the others. */
export function rulesShown(): { missing: string[]; line: string } {
  const files = globSync('{product,proving}/**/*.{test,spec}.{ts,tsx}', {
    cwd: root,
    exclude: path => path.endsWith('node_modules'),
  })
  const titles = files.flatMap(file =>
    [...readFileSync(inRoot(file), 'utf8').matchAll(title)].map(found => found[2]),
  )
  const named = new Set(titles.flatMap(words => words?.match(/[A-Z]{3}-\d+/g) ?? []))
  const all = Object.entries(statements).flatMap(([letters, count]) =>
    Array.from({ length: count }, (_, index) => `${letters}-${index + 1}`),
  )
  const missing = all.filter(id => !named.has(id))
  return { missing, line: `${all.length - missing.length} of ${all.length} rules of the specification shown` }
}
