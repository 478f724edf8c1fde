import { inIndia, testTime } from '@ekyc/ui/testing/test-time.ts'
import { deviceInfoAnswer, serviceAnswer } from '@ekyc/rd-client/testing/device-answers'
import { act, screen, within } from '@testing-library/react'
import { user } from '@ekyc/ui/testing/user.ts'
import { describe, expect, test, vi } from 'vitest'

import { useBranding } from '../../api/branding.ts'
import { setSession } from '../../session/session.ts'
import { captureParts, certificate, pidData, refusedBy } from '../../testing/device-answers.ts'
import type { FakeDevice } from '../../testing/fake-network.ts'
import { keptInBrowser } from '../../testing/kept-in-browser.ts'
import { eachTestsNetwork, renderScreen } from '../../testing/portal.tsx'
import { openedAt } from '@ekyc/ui/testing/opened-at.ts'
import { stubPermission } from '../../testing/stub-browser.ts'
import { DeviceCheckPage } from './device-check-page.tsx'
import { openOrder } from '../../testing/orders.ts'

const network = eachTestsNetwork(() => {
  openedAt('http://localhost:3000/device-check')
  vi.stubGlobal('isSecureContext', true)
  stubPermission('granted')
})

function goodDevice(changes: Partial<FakeDevice> = {}): FakeDevice {
  const info = deviceInfoAnswer({ rdsVer: '1.2.8', mc: certificate(), level: 'L1' })
  const captured = pidData()
  return { RDSERVICE: serviceAnswer(), DEVICEINFO: info, CAPTURE: captured, ...changes }
}

const button = (name: string) => screen.getByRole('button', { name })
const findButton = (name: string) => screen.findByRole('button', { name })

async function checked(device?: FakeDevice): Promise<void> {
  if (device) network.plugIn(11100, device)
  renderScreen(<DeviceCheckPage />)
  expect(network.atDevices()).toEqual([])
  await user.click(button('Start'))
}

async function scanned(device: FakeDevice): Promise<void> {
  await checked(device)
  await user.click(await findButton('Scan my finger'))
  await findButton('Check again')
}

const findInAlert = async (text: string | RegExp) => within(await screen.findByRole('alert')).findByText(text)

describe('the steps', () => {
  test('[KYC-5] [KYC-6] [KYC-7] a good scanner is found, tells its facts, and scans once without a wadh', async () => {
    await checked(goodDevice())
    await findButton('Scan my finger')
    expect(screen.getByText('MFS110 · Serial 0578989')).toBeTruthy()
    expect(screen.getByText('1.2.8.')).toBeTruthy()
    expect(screen.getByText(/^Valid until \d\d-\d\d-\d{4}/)).toBeTruthy()
    await user.click(button('Scan my finger'))
    expect(await screen.findByText('This scanner is ready for customers.')).toBeTruthy()
    expect(screen.getByText('Quality 71 of 100: good')).toBeTruthy()
    const sent = network.requests.filter(({ method }) => method === 'CAPTURE')
    expect(sent.map(({ text }) => text)).toEqual([expect.stringMatching(/<Opts fCount="1" (?!.*wadh)/)])
  })

  test('a good check leads on, as Back does: to the log-in, the dashboard, or the KYC that is open', async () => {
    await scanned(goodDevice())
    expect(document.activeElement).toBe(button('Go to login'))
    act(() => setSession({ dashboardLock: 'true' }))
    expect(button('Go to dashboard')).toBeTruthy()
    act(() => setSession({ prepareOrderResponse: openOrder }))
    expect(screen.getByRole('link', { name: 'Back' }).getAttribute('href')).toBe('/do-kyc')
    await user.click(button('Continue with the KYC'))
    expect(window.location.pathname).toBe('/do-kyc')
  })

  test('[KYC-7] the trial scan asks for the agent’s own finger and waits for a press', async () => {
    await checked(goodDevice())
    await findButton('Scan my finger')
    expect(screen.getByText(/your own finger, never a customer’s/)).toBeTruthy()
    expect(network.atDevices().some(call => call.startsWith('CAPTURE'))).toBe(false)
    expect(document.activeElement).toBe(button('Scan my finger'))
  })

  test.each([
    ['1.0.7', /1\.0\.7, but your bank requires 1\.0\.8 or later from this manufacturer/],
    ['1.0.10', /1\.0\.10 \(1\.0\.8 or later required\)/],
    ['v2', /v2 \(1\.0\.8 or later required\)/],
    ['1.0', /1\.0, but your bank requires 1\.0\.8/],
    ['1.0.8-beta', /1\.0\.8-beta \(1\.0\.8 or later required\)/],
    ['R3', /cannot be compared with 1\.0\.8/],
  ])('[KYC-14] version %s is told and stops nothing', async (rdsVer, says) => {
    useBranding.setState({ deviceServiceVersions: { 'MADE.UP': '1.0.8' } })
    await checked(goodDevice({ DEVICEINFO: deviceInfoAnswer({ rdsVer, mc: certificate() }) }))
    await findButton('Scan my finger')
    expect(screen.getByText(says)).toBeTruthy()
  })

  test('[KYC-15] an expired certificate asks for Key Rotation, before any scan', async () => {
    const mc = certificate({ endsInDays: -1 })
    await checked(goodDevice({ DEVICEINFO: deviceInfoAnswer({ rdsVer: '1.2.8', mc }) }))
    expect(await findInAlert(/Key Rotation/)).toBeTruthy()
    expect(button('Check again')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Scan my finger' })).toBeNull()
  })

  test('[KYC-16] a clock that is six minutes off is told', async () => {
    network.serverIsAhead(6 * 60_000)
    await checked(goodDevice())
    expect(await screen.findByText(/This computer’s clock is 6 minutes off/)).toBeTruthy()
  })

  test('[KYC-7] [KYC-16] a device service with a wrong clock fails the trial scan and is told', async () => {
    await scanned(goodDevice({ CAPTURE: pidData('71', { at: inIndia(testTime + 15 * 60_000) }) }))
    expect(await findInAlert('The scanner’s clock is wrong')).toBeTruthy()
    expect(screen.queryByText('This scanner is ready for customers.')).toBeNull()
  })

  test('[KYC-8] a scan that the device refuses shows the reason and the code, and its details can be copied', async () => {
    await scanned(goodDevice({ CAPTURE: refusedBy('700', 'Capture timed out') }))
    expect(await findInAlert(/No finger was read/)).toBeTruthy()
    expect(screen.queryByText('Tell the customer')).toBeNull()
    expect(await findInAlert('For support: device code 700')).toBeTruthy()
    await user.click(button('Copy details'))
    const details = await navigator.clipboard.readText()
    expect(details).toContain('\nFor support: device code 700\nScanner: MADE.UP MFS110\n')
    expect(details).not.toContain('0578989')
  })
})

describe('the browser', () => {
  test('[KYC-9] a phone is told at once that it reaches no scanner, and nothing is called', async () => {
    vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0 (Linux; Android 10; K) Chrome/146.0.0.0 Mobile' })
    renderScreen(<DeviceCheckPage />)
    expect(await findInAlert(/on a phone or tablet cannot reach/)).toBeTruthy()
    expect(network.atDevices()).toEqual([])
  })

  test('[KYC-4] Firefox’s own question is drawn, with the box that makes it remember', async () => {
    openedAt('https://portal.example/device-check')
    stubPermission('prompt', { userAgent: 'Mozilla/5.0 (rv:153.0) Gecko/20100101 Firefox/153.0' })
    renderScreen(<DeviceCheckPage />)
    expect(await screen.findByText('Firefox will ask')).toBeTruthy()
    expect(screen.getByText('Remember my choice for this site')).toBeTruthy()
    expect(screen.queryByText('Access other apps and services on this device')).toBeNull()
  })

  test('[KYC-4] denied: the steps and the text for IT are shown and nothing is sent; once allowed the check goes on by itself', async () => {
    const change = stubPermission('denied')
    network.plugIn(11100, goodDevice())
    renderScreen(<DeviceCheckPage />)
    expect(await screen.findByText(/Turn on “Apps on device”/)).toBeTruthy()
    expect(screen.getByText(/LoopbackNetworkAllowedForUrls = \["/)).toBeTruthy()
    expect(network.atDevices()).toEqual([])
    await change('granted')
    expect(await findButton('Scan my finger')).toBeTruthy()
  })

  test('[KYC-4] Safari is refused politely, before anything is called', () => {
    const userAgent = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/19.0 Safari/605.1.15'
    stubPermission('granted', { userAgent })
    renderScreen(<DeviceCheckPage />)
    expect(screen.getByText('Safari 19 does not let pages reach a fingerprint scanner.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Start' })).toBeNull()
  })

  test('[KYC-4] a page that is not secure is told, and cannot start', () => {
    vi.stubGlobal('isSecureContext', false)
    renderScreen(<DeviceCheckPage />)
    expect(screen.getByText('This page was not opened over https.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Start' })).toBeNull()
  })
})

describe('what is kept', () => {
  test('[SES-7] the scan leaves the page neither by storage nor by request', async () => {
    await scanned(goodDevice())
    const kept = keptInBrowser() + document.body.innerHTML
    const { skey, hmac, data } = captureParts
    for (const part of [skey, hmac, data]) expect(kept).not.toContain(part.slice(-40))
    const elsewhere = network.requests.filter(({ url }) => !/^https?:\/\/(127\.0\.0\.1|localhost)/.test(url))
    expect(elsewhere.map(({ method, url }) => `${method} ${url}`)).toEqual(['GET /api/v1/address'])
  })
})
