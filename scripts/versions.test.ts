import { readdirSync, readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { inRoot } from './folders.ts'

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

test('the changelog tells of this version with its date', () => {
  expect(read('CHANGELOG.md')).toMatch(new RegExp(`^## ${version} - \\d{4}-\\d\\d-\\d\\d$`, 'm'))
})

test('the Kubernetes page names the image of this version', () => {
  expect(read('docs/operations.md')).toContain(`newTag: '${version}'`)
})
