import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, describe, expect, test } from 'vitest'

import { brandColours, readableShadeOnDark } from '../http/pages/brand-colours.ts'
import { examineBranding, readBranding } from './branding.ts'

const brands = join(import.meta.dirname, '../../../../branding')
const folder = mkdtempSync(join(tmpdir(), 'branding-'))
afterAll(() => rmSync(folder, { recursive: true }))

const poppins = readFileSync(join(brands, 'fonts/poppins.woff2'))

const consentText = { purpose: 'p', sharing: 's', alternatives: 'a' }

test.each(['default.json', 'example-second-bank.json'])('%s can be used', name => {
  expect(readBranding(join(brands, name)).bankName).not.toBe('')
})

test('a touch icon of 180 by 180 px can be used', () => {
  const touchIcon = pngOf(180, 180)
  expect(readBranding(fileWith([['touchIcon', touchIcon]])).touchIcon).toBe(touchIcon)
})

test('a branding file whose consent lacks data, withdrawal and headings can be used', () => {
  const consent = { mode: 'tick', version: '1', texts: { en: consentText, hi: consentText } }
  expect(readBranding(fileWith([['consent', consent]])).consent).toEqual(consent)
})

test('a consent text in any language of the Eighth Schedule can be used, and approved', () => {
  const others = ['as', 'brx', 'doi', 'kok', 'ks', 'mai', 'mni', 'ne', 'sa', 'sat', 'sd', 'ur']
  const texts = Object.fromEntries(['en', ...others].map(code => [code, consentText]))
  const consent = { mode: 'tick', version: '1', texts, approved: ['ur', 'sat'] }
  expect(readBranding(fileWith([['consent', consent]])).consent).toEqual(consent)
})

test('a branding file with the byte-order mark of Windows can be used', () => {
  const path = fileWith([])
  writeFileSync(path, `\ufeff${readFileSync(path, 'utf8')}`)
  expect(readBranding(path).bankName).not.toBe('')
})

const wrong: [field: string, value: unknown, said: RegExp][] = [
  ['bankName', '', /bankName must not have fewer than 1 char/],
  ['productName', 7, /productName must be string/],
  ['logo', 'logo.png', /logo must be .*\(must match pattern/],
  ['logo', 'https://elsewhere.example/logo.svg', /logo must be .*\(must match pattern/],
  ['touchIcon', 'data:image/svg+xml,<svg/>', /touchIcon must be a PNG of 180 by 180 px/],
  ['touchIcon', pngOf(180, 192), /touchIcon must be .*\(must match pattern/],
  ['colours.brand', 'blue', /colours\.brand must be six hexadecimal digits after #/],
  ['cornerRadius', 25, /cornerRadius must be <= 24 \(The corners of cards in px/],
  ['font', 'own.ttf', /font must be the path of a WOFF2 file, .* of at most 60000 bytes/],
  ['font', 'nowhere.woff2', /font names a file that cannot be read \(ENOENT\)/],
  [
    'promises',
    ['One', 'Two'],
    /promises must not have fewer than 3 items \(The three lines beside the log-in/,
  ],
  [
    'promises',
    { en: ['1', '2', '3'], hi: ['1', '2', ''] },
    /promises\.hi\.2 must not have fewer than 1 char/,
  ],
  ['bankName', { en: 'B', xx: 'b' }, /bankName has no field xx; its fields are .*hi/],
  ['support.hours', { en: 'H', hi: '' }, /support\.hours\.hi must not have fewer/],
  ['deviceServiceLinks.0.name', { en: '' }, /deviceServiceLinks\.0\.name\.en must not have fewer/],
  [
    'support.hours',
    { en: 'H', hi: 'घ' },
    /translations\.hi\.hours must stand beside the other languages of hours/,
  ],
  ['providerCredit.text', 'x'.repeat(201), /providerCredit\.text must not have more than 200 char/],
  ['providerCredit.url', 'javascript:alert(1)', /providerCredit\.url must be .*\(must match pattern/],
  ['emails.grievance', 'nobody', /emails\.grievance must be an e-mail address/],
  ['support.phone', 'call us', /support\.phone must be a telephone number/],
  ['support.phone', undefined, /support.*phone/],
  ['notice', '', /notice must not have fewer than 1 char/],
  ['translations.xx', { hours: 'x' }, /translations\.xx must be one of en, hi/],
  ['translations.hi.notice', 'बंद।', /translations\.hi\.notice translates nothing/],
  [
    'deviceServiceLinks.0.url',
    'http://plain.example/',
    /deviceServiceLinks\.0\.url must be .*\(must match pattern/,
  ],
  ['deviceServiceVersions', { 'MAKER.ONE': 104 }, /deviceServiceVersions\.MAKER\.ONE must be string/],
  ['captureQuality.advise', 101, /captureQuality\.advise must be <= 100/],
  ['referencePattern', 'DBS[0-9', /referencePattern must match format "regex"/],
  ['scanAtTick', 'yes', /scanAtTick must be boolean/],
  ['consent.mode', 'ask', /consent\.mode must .*'tick' asks before a capture/],
  ['consent.texts.en', undefined, /consent\.texts.*en/],
  ['consent.texts.hi', { purpose: 'x' }, /consent\.texts\.hi.*sharing/],
  ['consent.approved', ['ta', 'xx'], /consent\.approved.* must be/],
  [
    'consent',
    { mode: 'tick', version: '1', texts: { en: consentText }, approved: ['hi'] },
    /consent\.approved names hi, which consent\.texts lacks/,
  ],
  ['consent.texts.xx', consentText, /consent\.texts\.xx must be one of en, hi, bn/],
  [
    'consent.texts.ta.withdrawal',
    undefined,
    /consent\.texts\.ta\.withdrawal is missing: consent\.texts\.en has/,
  ],
  [
    'consent.texts.ta.headings',
    undefined,
    /ta\.headings\.data is missing.*; .*ta\.headings\.withdrawal is missing/,
  ],
  [
    'sms.translations.hi.oneTimePassword',
    '{otp} आपका OTP है',
    /sms\.translations\.hi\.oneTimePassword must have \{mark\} where/,
  ],
  [
    'sms.translations.hi',
    { oneTimePassword: '{otp} {mark}', text: 7 },
    /sms\.translations\.hi has no field text/,
  ],
  ['sms.translations.xx', { oneTimePassword: '{otp} {mark}' }, /sms\.translations\.xx must be one of en, hi/],
  [
    'sms.dlt',
    { entityId: '1', templateId: '2', headerId: 'BANK' },
    /sms\.texts\.newPassword\.templateId is missing.*sms\.translations\.hi\.templateId is missing/,
  ],
  [
    'sms.texts.newPassword.translations.xx',
    { text: '{otp} {mark}' },
    /newPassword\.translations\.xx must be one of en/,
  ],
  [
    'sms.texts.newPasskey.translations.hi.text',
    '{otp}',
    /newPasskey\.translations\.hi\.text must have \{mark\} where/,
  ],
  [
    'sms.texts.newDevice',
    { text: '{otp} from {time}' },
    /sms\.texts\.newDevice\.text must be a text with, where wanted, \{time\}/,
  ],
  [
    'sms.texts.newPasskey',
    { text: 'Welcome' },
    /sms\.texts\.newPasskey\.text must be a text with \{otp\} once/,
  ],
  ['languages', ['en', 'fr'], /languages\.1 must be one of en, hi, bn/],
  ['sms.oneTimePassword', 'Welcome', /sms\.oneTimePassword must be a text with \{otp\} once/],
  ['sms.oneTimePassword', '{mark} {otp} from {bank}', /sms\.oneTimePassword must be .*\(must match pattern/],
  ['sms.dlt', { templateId: '1', headerId: 'BANK' }, /sms\.dlt.*entityId/],
  [
    'sms.dlt',
    { entityId: '1', templateId: '1', headerId: 'two words' },
    /sms\.dlt\.headerId must be the header that the message comes from/,
  ],
  ['suportPhone', '1800', /has no field suportPhone; its fields are bankName, .*support/],
  ['support.hour', 'always', /support has no field hour: did you mean hours\?/],
  [
    'consent.texts.en.withdrawel',
    'x',
    /consent\.texts\.en has no field withdrawel: did you mean withdrawal\?/,
  ],
  [
    'consent.texts.en.headings.dat',
    'x',
    /consent\.texts\.en\.headings has no field dat: did you mean data\?/,
  ],
  ['addressLookup', 'ftp://x', /addressLookup must be .*\(must match pattern/],
]

describe('a wrong field stops the start and is named', () => {
  test('with the path of the file, and what the field must be', () => {
    const told = wrong.map(([field, value]) => {
      const path = fileWith([[field, value]])
      return messageOf(() => readBranding(path)).replace(path, 'FILE')
    })
    expect(
      wrong.filter(([, , said], at) => !said.test(told[at] ?? '') || !told[at]?.includes('FILE')),
    ).toEqual([])
  })

  test.each([
    ['{\n  "bankName": "B",\n}', 'the file is no JSON (line 3 column 1)'],
    ['{"bankName": “B”}', 'the file is no JSON'],
    ['', 'the file is no JSON'],
  ])(
    'a file that is no JSON names the place, where Node tells it, and none of the text: %j',
    (text, said) => {
      const path = join(folder, 'no-json.json')
      writeFileSync(path, text)
      expect(examineBranding(path)).toEqual({ branding: undefined, problems: [said] })
    },
  )

  test('a file that is not there is told from one that is no JSON', () => {
    expect(examineBranding(join(folder, 'nowhere.json')).problems).toEqual([
      'the file cannot be read (ENOENT)',
    ])
  })

  const tooLarge = Buffer.concat([poppins, Buffer.alloc(60_001 - poppins.length)])
  tooLarge.writeUInt32BE(tooLarge.length, 8)
  test.each([
    ['empty', Buffer.alloc(0), 'font must be a WOFF2 file: its first bytes are those of another format'],
    ['WOFF', Buffer.from('wOFF'.padEnd(100)), 'font must be a WOFF2 file'],
    ['cut', poppins.subarray(0, 1000), 'font must be a whole file: it has 1000 bytes, its head says 41232'],
    ['too large', tooLarge, 'font must have at most 60000 bytes, for slow lines: it has 60001'],
  ])('a font that is %s', (_what, bytes, said) => {
    writeFileSync(join(folder, 'own.woff2'), bytes)
    expect(() => readBranding(fileWith([['font', 'own.woff2']]))).toThrow(said)
  })

  test('all of them at once, so that a bank mends its file in one go', () => {
    const path = fileWith([
      ['bankName', ''],
      ['colours.brand', 'blue'],
      ['emails.dispute', ''],
    ])
    expect(() => readBranding(path)).toThrow(/bankName .*; colours\.brand .*; emails\.dispute /)
  })
})

test.each([
  ['the font of one weight of the second bank', poppins, false],
  ['a font with a table of variations', variableFont(), true],
])('%s beside the file is read, and its weights are known', (_what, bytes, isVariable) => {
  writeFileSync(join(folder, 'own.woff2'), bytes)
  const { font } = readBranding(fileWith([['font', 'own.woff2']]))
  expect(font).toEqual({ base64: bytes.toString('base64'), isVariable })
})

test('texts by language are told apart by language, whether in a map or in `translations`', () => {
  const branding = readBranding(
    fileWith([
      ['languages', ['hi', 'en', 'ta']],
      ['bankName', { en: 'Hill Bank', hi: 'हिल बैंक' }],
      ['promises', { en: ['1', '2', '3'], ta: ['அ', 'ஆ', 'இ'] }],
      ['notice', 'बंद।'],
      ['translations', { en: { notice: 'Closed.', hours: 'Always' } }],
      ['deviceServiceLinks', [{ name: { en: 'Driver', ta: 'இயக்கி' }, url: 'https://maker.example/' }]],
    ]),
  )
  expect(branding).toMatchObject({ bankName: 'हिल बैंक', promises: ['1', '2', '3'], notice: 'बंद।' })
  expect(branding).not.toHaveProperty('translations')
  expect(branding.inLanguages).toEqual({
    en: { bankName: 'Hill Bank', notice: 'Closed.', support: { ...branding.support, hours: 'Always' } },
    ta: {
      bankName: 'Hill Bank',
      promises: ['அ', 'ஆ', 'இ'],
      deviceServiceLinks: [{ name: 'இயக்கி', url: 'https://maker.example/' }],
    },
  })
})

test.each([
  ['#d99a1c', '#dfaa40'],
  ['#ffc940', '#ffc940'],
  ['#0b4f9e', '#7199c7'],
])('on dark paper the links of %s are %s', (brand, ink) => {
  expect(readableShadeOnDark(brand)).toBe(ink)
})

test.each([
  ['#0b4f9e', '#ffffff', '#093f7e', '#0b4f9e'],
  ['#f2a900', '#16202c', '#f5ba33', '#8c6200'],
  ['#ffffff', '#16202c', '#ffffff', '#666666'],
  ['#000000', '#ffffff', '#000000', '#000000'],
  ['#777777', '#000000', '#929292', '#696969'],
])('%s stays the fill, with text %s, a gradient to %s, and links in %s', (brand, ...shades) => {
  const { onBrand, brandDeep, brandInk, ...fill } = brandColours(brand)
  expect(fill).toEqual({ brand })
  expect([onBrand, brandDeep, brandInk]).toEqual(shades)
})

function pngOf(width: number, height: number): string {
  const head = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
  const size = Buffer.alloc(9)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  return `data:image/png;base64,${Buffer.concat([head, size]).toString('base64')}`
}

/** Builds the head of a WOFF2 file with three tables: an unknown one, one of glyphs and one of variations. */
function variableFont(): Buffer {
  // Each table has its flags and its length. The first also has its tag, the second the length of its changed content.
  const tables = [63, ...Buffer.from('OWN1'), 5, 10, 0x81, 0x00, 0x40, 47, 8]
  const font = Buffer.concat([Buffer.alloc(48), Buffer.from(tables)])
  font.write('wOF2', 'latin1')
  font.writeUInt32BE(font.length, 8)
  font.writeUInt16BE(3, 12)
  return font
}

function messageOf(work: () => unknown): string {
  try {
    work()
    return ''
  } catch (error) {
    return (error as Error).message
  }
}

function fileWith(changes: [field: string, value: unknown][]): string {
  const file: unknown = JSON.parse(readFileSync(join(brands, 'default.json'), 'utf8'))
  for (const [field, value] of changes) {
    const names = field.split('.')
    const last = names.pop() ?? ''
    let place = file as Record<string, unknown>
    for (const name of names) place = place[name] as Record<string, unknown>
    place[last] = value
  }
  const path = join(folder, 'changed.json')
  writeFileSync(path, JSON.stringify(file))
  return path
}
