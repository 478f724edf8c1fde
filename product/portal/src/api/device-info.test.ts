import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { cutConnection, fakeNetwork, type FakeAnswer } from '../testing/fake-network.ts'

beforeEach(() => {
  vi.resetModules()
  localStorage.clear()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Imports the module anew, since it looks the address up once a page load. */
async function deviceOfFreshPage(getAddress: FakeAnswer) {
  fakeNetwork().answer('getAddress', getAddress)
  const { deviceInfo } = await import('./device-info.ts')
  return await deviceInfo()
}

test('[API-2] [API-15] the device object carries the looked-up address, and no location', async () => {
  expect(await deviceOfFreshPage({ ipAddress: '203.0.113.7' })).toEqual({
    type: expect.stringMatching(/^(PC|MOBILE)$/),
    id: expect.stringMatching(/^[0-9a-f]{32}$/),
    os: expect.stringMatching(/^(MACOS|IOS|WINDOWS|LINUX|ANDROID)$/),
    osVer: expect.any(String),
    ip: '203.0.113.7',
    browser: expect.any(String),
    location: { type: 'Point', coordinates: [0, 0] },
  })
})

test.each([
  ['a failed look-up', cutConnection],
  ['an address of version 6', { ipAddress: '2001:db8::1' }],
  ['three parts', { ipAddress: '1.2.3' }],
  ['a part over 255', { ipAddress: '1.2.3.256' }],
  ['no address', {}],
])('[API-2] ip falls back on %s', async (_what, answer) => {
  expect((await deviceOfFreshPage(answer)).ip).toBe('127.0.0.1')
})

test.each([
  ['Windows NT 10.0; Win64; x64) Chrome/145.0 Safari/537.36', 'PC', 'WINDOWS', '10.0', 'Chrome'],
  ['Linux; Android 14; Pixel 7) Chrome/145.0 Mobile Safari/537.36', 'MOBILE', 'ANDROID', '14', 'Chrome'],
  ['iPhone; CPU iPhone OS 17_5 like Mac OS X) Version/17.5 Safari/604', 'MOBILE', 'IOS', '17.5', 'Safari'],
  ['Macintosh; Intel Mac OS X 10_15_7) Version/17 Safari/605', 'PC', 'MACOS', '10.15.7', 'Safari'],
  ['X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0', 'PC', 'LINUX', '', 'Firefox'],
  ['Windows NT 10.0) Chrome/145.0 Safari/537.36 Edg/145.0', 'PC', 'WINDOWS', '10.0', 'Edge'],
])(
  '[API-2] type, os, osVer and browser come from the user agent: %s',
  async (agent, type, os, osVer, browser) => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(`Mozilla/5.0 (${agent}`)
    expect(await deviceOfFreshPage({})).toMatchObject({ type, os, osVer, browser })
  },
)

test('[API-2] the id is made once a browser', async () => {
  const first = await deviceOfFreshPage({})
  vi.resetModules()
  expect((await deviceOfFreshPage({})).id).toBe(first.id)
  expect(localStorage.getItem('device.id')).toBe(first.id)
})
