import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { servicePath } from './service-path.ts'
import { anyString } from './testing/any-string.ts'

test.each([
  ['/rd/capture', '/rd/capture'],
  ['rd/capture', '/rd/capture'],
  [String.raw`\rd\capture`, '/rd/capture'],
  ['127.0.0.1:11101/rd/capture', '/rd/capture'],
  ['http://127.0.0.1:11101/rd/capture', '/rd/capture'],
  ['HTTPS://LOCALHOST:11101//rd/capture', '/rd/capture'],
  ['/127.0.0.1:33055/capture', '/capture'],
  ['/localhost:33055/capture', '/capture'],
  ['/v1.2/capture', '/v1.2/capture'],
  ['/rd/capture?device=1', '/rd/capture?device=1'],
  ['/rd/../capture#x', '/capture'],
])('[KYC-6] the path %j is called as %s on the service itself', (named, path) => {
  expect(servicePath(named)).toBe(path)
})

test.each([
  '',
  '..',
  'http://127.0.0.1:11101',
  'http://127.0.0.1@device.example/rd/capture',
  'http://rd/capture',
  'javascript:alert(1)',
  '/a'.repeat(200),
])('[KYC-6] %j names no path of this computer', named => {
  expect(servicePath(named)).toBeUndefined()
})

test('[KYC-6] no Interface path can lead to another origin', () => {
  const parts = fc.constantFrom('/', '\\', '//', '@', ':', '.', '..', '%2e', '127.0.0.1', 'x.example', 'http:', '?', '#', '\t')
  const named = fc.array(fc.oneof(parts, anyString({ maxLength: 4 })), { maxLength: 12 })
  fc.assert(
    fc.property(named.map(all => all.join('')), text => {
      const path = servicePath(text) ?? '/rd/capture'
      expect(new URL(`http://127.0.0.1:11100${path}`).origin).toBe('http://127.0.0.1:11100')
      expect(path).toMatch(/^\/[^\s]/)
    }),
  )
}) // oxfmt-ignore
