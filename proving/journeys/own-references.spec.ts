import { readdirSync, readFileSync } from 'node:fs'

import { expect, test } from '@playwright/test'

/** A worker's product lives for several files, and refuses a customer whose KYC another file has done. */
test('no two files check the same reference', () => {
  const files = readdirSync(import.meta.dirname).filter(name => name.endsWith('.spec.ts'))
  const filesOf = new Map<string, string[]>()
  for (const file of files)
    for (const reference of referencesIn(file))
      filesOf.set(reference, [...(filesOf.get(reference) ?? []), file])
  expect([...filesOf].filter(([, named]) => named.length > 1)).toEqual([])
})

/** Leaves out whose finger lies on the scanner: that is no check. */
function referencesIn(file: string): Set<string> {
  const text = readFileSync(`${import.meta.dirname}/${file}`, 'utf8').replace(/finger: '\w+'/g, '')
  return new Set(text.match(/DBS\d{5}/g))
}
