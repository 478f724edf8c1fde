import { readdirSync, readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { inRoot } from './folders.ts'
import { notesOf } from './release/preconditions.ts'

const read = (path: string) => readFileSync(inRoot(path), 'utf8')
const versionIn = (path: string) => (JSON.parse(read(path)) as { version: string }).version
const version = versionIn('package.json')
const parts = readdirSync(inRoot('product'))

test('every part has the version of the release', () => {
  const files = [
    'package-lock.json',
    'proving/package.json',
    'proving/package-lock.json',
    'scripts/package.json',
    ...parts.map(part => `product/${part}/package.json`),
  ]
  expect(files.filter(file => versionIn(file) !== version)).toEqual([])
})

test('the changelog tells of this version with its date, how to upgrade to it and the way back', () => {
  expect(notesOf(inRoot(), version)).toMatch(
    /^### Upgrading from .*[\s\S]*^\| migrations +\|[\s\S]*^\| new settings +\|[\s\S]*^\| way back +\|/m,
  )
})

test('the changelog names the last migration of this version', () => {
  const [last = ''] = readdirSync(inRoot('product/server/src/database/migrations')).toSorted().toReversed()
  const [row] = /^\| migrations .*$/m.exec(notesOf(inRoot(), version) ?? '') ?? ['']
  expect(row).toContain(last.slice(0, '0000'.length))
})

test('the Kubernetes page names the image of this version', () => {
  expect(read('docs/operations.md')).toContain(`newTag: '${version}'`)
})
