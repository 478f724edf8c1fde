import { expect, test } from 'vitest'

import { thisBrowser } from './this-browser.ts'

const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)'
const chrome = `${windows} AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0.0.0 Safari/537.36`

test.each([
  ['chrome', 'Chrome 146', chrome],
  ['edge', 'Edge 146', `${chrome} Edg/146.0.0.0`],
  ['other', 'Opera 120', `${chrome} OPR/120.0.0.0`],
  ['firefox', 'Firefox 152', `${windows.replace(')', '; rv:152.0)')} Gecko/20100101 Firefox/152.0`],
  [
    'safari',
    'Safari 19',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15',
  ],
  [
    'safari',
    'Safari 18',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) CriOS/146.0 Mobile Safari/604.1',
  ],
  ['other', 'Other', 'something else'],
])('%s is detected by its user agent as %s', (kind, name, userAgent) => {
  expect(thisBrowser({ userAgent })).toMatchObject({ kind, name })
})

test('a browser’s list of brands takes precedence over its user agent', () => {
  const brands = (...names: string[]) => ({
    userAgent: chrome,
    userAgentData: { brands: names.map(brand => ({ brand, version: '146' })) },
  })
  expect(thisBrowser(brands('Not-A.Brand', 'Chromium', 'Microsoft Edge')).kind).toBe('edge')
  expect(thisBrowser(brands('Google Chrome', 'Chromium', 'Not)A;Brand')).name).toBe('Google Chrome 146')
  expect(thisBrowser(brands('Chromium', 'Brave', 'Not_A Brand'))).toMatchObject({
    kind: 'other',
    name: 'Brave 146',
  })
  expect(thisBrowser(brands('Chromium', 'Not A(Brand')).kind).toBe('chrome')
  expect(thisBrowser(brands()).kind).toBe('chrome')
})

test.each([
  [false, { userAgent: chrome }],
  [true, { userAgent: 'Mozilla/5.0 (Linux; Android 10; K) Chrome/146.0.0.0 Mobile Safari/537.36' }],
  [true, { userAgent: 'Mozilla/5.0 (Linux; Android 10; K) Chrome/146.0.0.0 Safari/537.36' }],
  [
    true,
    { userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) CriOS/146.0 Mobile Safari/604.1' },
  ],
  [true, { userAgent: chrome, userAgentData: { mobile: true } }],
])('[KYC-9] a phone is told from a computer: %s', (isPhone, asked) => {
  expect(thisBrowser(asked).isPhone).toBe(isPhone)
})
