import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { isInstalled } from './install.ts'

let folder: string
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'ekyc-install-'))))
afterEach(() => rmSync(folder, { recursive: true }))

const lock = {
  '': { version: '0.1.0' },
  server: { version: '0.1.0' },
  'node_modules/@ekyc/server': { resolved: 'server', link: true },
  'node_modules/fastify': { version: '5.0.0' },
  'node_modules/for-macs': { version: '1.0.0', optional: true },
}

test.each([
  ['everything of the lock is there', {}, true],
  ['a package is of another version', { 'node_modules/fastify': { version: '4.0.0' } }, false],
  ['a package is missing', { 'node_modules/fastify': undefined }, false],
  ['a part is not linked', { 'node_modules/@ekyc/server': undefined }, false],
  ['an optional package for another platform is missing', { 'node_modules/for-macs': undefined }, true],
  ['an optional package is of another version', { 'node_modules/for-macs': { version: '0.9.0' } }, false],
])('when %s, installed is %o', (_, difference, installed) => {
  expect(isInstalled(fileOf('lock', lock), fileOf('list', { ...lock, ...difference }))).toBe(installed)
})

test('an interrupted install, or none, has no list and counts as none', () => {
  expect(isInstalled(fileOf('lock', lock), join(folder, 'none'))).toBe(false)
})

function fileOf(name: string, packages: object): string {
  const path = join(folder, name)
  writeFileSync(path, JSON.stringify({ packages }))
  return path
}
