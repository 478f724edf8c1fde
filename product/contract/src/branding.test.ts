import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { Pointer, Value } from 'typebox/value'
import { expect, test } from 'vitest'

import { BrandingFile } from './branding.ts'

const file = join(import.meta.dirname, '../../../branding/default.json')
const example: unknown = JSON.parse(readFileSync(file, 'utf8'))

const png = (base64: string) => `data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAA${base64}`
const link = { name: 'Service', url: 'https://maker.example/' }
const twenty = Array.from({ length: 20 }, () => link)

const fields: [field: string, taken: unknown[], refused: unknown[]][] = [
  [
    '/bankName',
    ['B', 'B'.repeat(200), { en: 'B' }, { en: 'B', hi: 'ब' }],
    ['', 'B'.repeat(201), undefined, {}, { hi: 'ब' }, { en: 'B', hi: '' }],
  ],
  ['/logoInDark', [undefined, '', '/dark.svg', 'data:image/png;base64,AAAA'], ['dark.svg']],
  [
    '/font',
    [undefined, 'own.woff2', 'fonts/own-2.woff2'],
    ['own.ttf', '../own.woff2', 'a/../b.woff2', 'https://a/b.woff2'],
  ],
  ['/cornerRadius', [undefined, 0, 24], [-1, 25, 1.5, '12px']],
  [
    '/promises',
    [undefined, ['a', 'b', 'c'], { en: ['a', 'b', 'c'], hi: ['क', 'ख', 'p'.repeat(80)] }],
    [
      ['a', 'b'],
      ['a', 'b', 'c', 'd'],
      ['a', 'b', ''],
      ['a', 'b', 'p'.repeat(81)],
    ],
  ],
  [
    '/logo',
    ['', '/logo.svg', 'data:image/webp;base64,AAAA'],
    ['//other.example/a', '/a b', 'data:image/gif;base64,AAAA', '/'.padEnd(50_001, 'x')],
  ],
  [
    '/touchIcon',
    [png('LQAAAC0AAAA=')],
    [png('LQAAAC1AAAA='), png('LQAAAC0AAAA=\n'), png('LQAAAC0'.padEnd(100_000, 'A'))],
  ],
  [
    '/colours',
    [{ brand: '#0B4f9e' }, { brand: '#0b4f9e', brandInDark: '#5b9fee' }],
    [{}, { brandInDark: '#5b9fee' }, { brand: '#0b4f9e', brandInDark: 'blue' }, { brand: 'x#0b4f9e' }],
  ],
  [
    '/providerCredit',
    [
      { text: 'P', url: 'https://p.example/' },
      { text: { en: 'P', hi: 'प' }, url: 'https://p.example/' },
    ],
    [
      { text: 'P' },
      { text: 'P', url: 'http://p.example/' },
      { text: 'P', url: 'https://p.example/"' },
      { text: 'P', url: `https://${'p'.repeat(493)}` },
    ],
  ],
  [
    '/emails',
    [{ grievance: 'g@b', dispute: 'd@b' }],
    [{}, { grievance: 'g@b@c', dispute: 'd@b' }, { grievance: `g@${'b'.repeat(199)}`, dispute: 'd@b' }],
  ],
  [
    '/support',
    [undefined, { phone: '1800 123 4567' }, { phone: '112', hours: 'H', whatsApp: '+91-98765-43210' }],
    [{}, { phone: '12' }, { phone: '1'.repeat(19) }, { phone: '1800 1', whatsApp: 'wa.me/1' }],
  ],
  ['/notice', [undefined, 'N', 'N'.repeat(300), { en: 'N', ta: 'ந' }], ['', 'N'.repeat(301), { ta: 'ந' }]],
  ['/deviceServiceLinks', [[], twenty], [[...twenty, link], [{}]]],
  [
    '/captureQuality',
    [undefined, { advise: 0, refuse: 100 }],
    [{}, { advise: -1, refuse: 0 }, { advise: 0, refuse: 101 }, { advise: 0.5, refuse: 0 }],
  ],
  ['/consent/mode', ['tick', 'notice'], ['', 'ask']],
  ['/consent/version', ['v'.repeat(32)], ['', 'v'.repeat(33)]],
  [
    '/consent/texts/en',
    [{ purpose: 'p'.repeat(2_000), sharing: 's', alternatives: 'a' }],
    [
      undefined,
      { purpose: 'p'.repeat(2_001), sharing: 's', alternatives: 'a' },
      { purpose: '', sharing: 's', alternatives: 'a' },
    ],
  ],
  [
    '/consent/texts/hi',
    [
      { purpose: 'p', sharing: 's', alternatives: 'a' },
      { data: 'd', purpose: 'p', sharing: 's', alternatives: 'a', withdrawal: 'w'.repeat(2_000) },
      {
        purpose: 'p',
        sharing: 's',
        alternatives: 'a',
        headings: { data: 'd', purpose: 'p'.repeat(200), sharing: 's', alternatives: 'a', withdrawal: 'w' },
      },
    ],
    [
      {},
      'text',
      { data: '', purpose: 'p', sharing: 's', alternatives: 'a' },
      { purpose: 'p', sharing: 's', alternatives: 'a', withdrawal: 'w'.repeat(2_001) },
      { purpose: 'p', sharing: 's', alternatives: 'a', headings: { purpose: 'p' } },
      {
        purpose: 'p',
        sharing: 's',
        alternatives: 'a',
        headings: { purpose: 'p'.repeat(201), sharing: 's', alternatives: 'a' },
      },
    ],
  ],
  [
    '/sms',
    [
      undefined,
      { oneTimePassword: '{mark} {otp} {minutes} {bankName} {productName}' },
      { oneTimePassword: '{otp} {mark}', dlt: { entityId: '1', templateId: '2', headerId: 'BANK' } },
      { oneTimePassword: '{otp}' },
    ],
    [
      {},
      { oneTimePassword: '{mark}' },
      { oneTimePassword: '{otp}{otp} {mark}' },
      { oneTimePassword: '{otp} {mark} {name}' },
      { oneTimePassword: '{otp} {mark}'.padEnd(501, '.') },
      { oneTimePassword: '{otp} {mark}', dlt: {} },
    ],
  ],
  [
    '/addressLookup',
    ['/api/v1/address', 'https://ip.example/'],
    ['', '//ip.example/', 'http://ip.example/', 'https://'],
  ],
]

const accepts = (field: string, value: unknown) =>
  Value.Check(
    BrandingFile,
    value === undefined
      ? Pointer.Delete(structuredClone(example), field)
      : Pointer.Set(structuredClone(example), field, value),
  )

test.each(fields)('%s takes right values and refuses wrong ones', (field, taken, refused) => {
  expect(taken.filter(value => !accepts(field, value))).toEqual([])
  expect(refused.filter(value => accepts(field, value))).toEqual([])
})

test('an empty object is no branding', () => {
  expect(Value.Check(BrandingFile, {})).toBe(false)
})

test('every pattern has words for the owner of the file', () => {
  const patterns = schemasIn(BrandingFile).filter(schema => 'pattern' in schema)
  expect(patterns).not.toHaveLength(0)
  expect(patterns.filter(schema => !schema['description'])).toEqual([])
})

function schemasIn(value: unknown): Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return []
  return [value as Record<string, unknown>, ...Object.values(value).flatMap(schemasIn)]
}
