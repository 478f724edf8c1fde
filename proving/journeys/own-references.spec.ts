import { readdirSync, readFileSync } from 'node:fs'

import { expect, test } from '@playwright/test'

/** Each file needs its own references, because a product serves several files and does the KYC of a reference once. */
test('no two files check the same reference', () => {
  const files = readdirSync(import.meta.dirname).filter(name => name.endsWith('.spec.ts'))
  const filesOf = new Map<string, string[]>()
  for (const file of files)
    for (const reference of referencesIn(file))
      filesOf.set(reference, [...(filesOf.get(reference) ?? []), file])
  expect([...filesOf].filter(([, named]) => named.length > 1)).toEqual([])
})

/** Returns the references in a file. A reference that only names the finger on the scanner does not count. */
function referencesIn(file: string): Set<string> {
  const text = readFileSync(`${import.meta.dirname}/${file}`, 'utf8').replace(/finger: '\w+'/g, '')
  return new Set(text.match(/DBS\d{5}/g))
}
