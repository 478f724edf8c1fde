import { inIndia, testTime } from '@ekyc/ui/testing/test-time.ts'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { user } from '@ekyc/ui/testing/user.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { useBranding } from '../../api/branding.ts'
import { setSession } from '../../session/session.ts'
import { captureParts, certificate, deviceInfo, pidData, rdService } from '../../testing/device-answers.ts'
import { refusedBy } from '../../testing/device-answers.ts'
import {
  answerLater,
  cutConnection,
  fakeNetwork,
  neverAnswered,
  type FakeDevice,
  type FakeNetwork,
} from '../../testing/fake-network.ts'
import { keptInBrowser } from '../../testing/kept-in-browser.ts'
import { closePortal, renderScreen, wait } from '../../testing/portal.tsx'
import { openedAt, stubPermission } from '../../testing/stub-browser.ts'
import { checkNames } from './finding.ts'
import { DeviceCheckPage } from './device-check-page.tsx'

let network: FakeNetwork
beforeEach(() => {
  openedAt('http://localhost:3000/device-check')
  vi.stubGlobal('isSecureContext', true)
  network = fakeNetwork()
  stubPermission('granted')
})
afterEach(closePortal)

function goodDevice(changes: Partial<FakeDevice> = {}): FakeDevice {
  const info = deviceInfo('MFS110', '0578989', { rdsVer: '1.2.8', mc: certificate(), level: 'L1' })
  const captured = pidData()
  return { RDSERVICE: rdService(), DEVICEINFO: info, CAPTURE: captured, ...changes }
}

const button = (name: string) => screen.getByRole('button', { name })
const findButton = (name: string) => screen.findByRole('button', { name })

async function checked(device?: FakeDevice): Promise<void> {
  if (device) network.plugIn(11100, device)
  renderScreen(<DeviceCheckPage />)
  await user.click(button('Start'))
}

async function scanned(device: FakeDevice): Promise<void> {
  await checked(device)
  await user.click(await findButton('Scan my finger'))
  await findButton('Check again')
}

function words(): string[] {
  return checkNames.map(
    name => document.querySelector(`[data-check='${name}'] p span:last-child`)?.textContent ?? '',
  )
}
const failedAt = (name: (typeof checkNames)[number]) => {
  const index = checkNames.indexOf(name)
  return checkNames.map((_, at) => (at < index ? 'Good' : at === index ? 'Problem' : 'Not checked'))
}
const inAlert = (text: string | RegExp) => within(screen.getByRole('alert')).getByText(text)
const row = (name: string) => document.querySelector(`[data-check='${name}']`)?.textContent ?? ''

describe('the chain', () => {
  test('[KYC-5] nothing on this computer is called before Start is pressed', async () => {
    network.plugIn(11100, goodDevice())
    renderScreen(<DeviceCheckPage />)
    await act(async () => Promise.resolve())
    expect(network.atDevices()).toEqual([])
    expect(words()).toEqual(checkNames.map(() => 'Not checked yet'))
  })

  test('[KYC-5] [KYC-6] [KYC-7] a good scanner passes all eleven checks, without a wadh', async () => {
    await scanned(goodDevice())
    expect(words()).toEqual(checkNames.map(() => 'Good'))
    expect(screen.getByText('This scanner is ready for customers.')).toBeTruthy()
    expect(screen.getByText('11 of 11 checks passed.')).toBeTruthy()
    expect(row('model')).toContain('MFS110 · Serial 0578989 · level L1')
    expect(row('scan')).toContain('Quality 71 of 100: good')
    const sent = network.requests.find(({ method }) => method === 'CAPTURE')
    expect(sent?.text).toMatch(/<Opts fCount="1" (?!.*wadh)/)
  })

  test('a good check leads on: to the log-in, the dashboard, or the KYC that is open', async () => {
    await scanned(goodDevice())
    expect(document.activeElement).toBe(button('Go to login'))
    act(() => setSession({ dashboardLock: 'true' }))
    expect(button('Go to dashboard')).toBeTruthy()
    const prepareOrderResponse = {
      orderId: 'order-1',
      wadh: 'w',
      dbsRefCode: 'DBS10001',
      createdOn: '2026-11-22T06:00:00.000Z',
    }
    act(() => setSession({ prepareOrderResponse }))
    await user.click(button('Continue with the KYC'))
    expect(window.location.pathname).toBe('/do-kyc')
  })

  test('[KYC-7] the test scan asks for the agent’s own finger and waits for a press', async () => {
    await checked(goodDevice())
    await findButton('Scan my finger')
    expect(screen.getByText(/your own finger, never a customer’s/)).toBeTruthy()
    expect(network.atDevices().some(call => call.startsWith('CAPTURE'))).toBe(false)
    expect(document.activeElement).toBe(button('Scan my finger'))
    await user.click(button('Finish without a scan'))
    expect(words().at(-1)).toBe('Skipped')
    expect(screen.getByText(/the test scan was skipped/)).toBeTruthy()
  })

  test('[KYC-9] without any service the check stops at the ports and shows each port’s result', async () => {
    await checked()
    await findButton('Check again')
    expect(words()).toEqual(failedAt('ports'))
    expect(inAlert('Stopped at: Ports')).toBeTruthy()
    expect(inAlert(/Plug in the scanner and start its device service/)).toBeTruthy()
    expect(screen.getByText('http://127.0.0.1:11100–11120 – nothing there')).toBeTruthy()
    expect(screen.getByText(/https:\/\/localhost:11100–11120/)).toBeTruthy()
  })

  test('[KYC-9] another program on a scanner’s port is told apart from a device service', async () => {
    await checked({ RDSERVICE: '<html><h1>It works!</h1></html>' })
    await findButton('Check again')
    expect(words()).toEqual(failedAt('service'))
    expect(inAlert('Answered, but not as a device service that this page can read: port 11100.')).toBeTruthy()
  })

  test.each([
    ['NOTREADY', /no scanner is ready: NOTREADY, Made-up service/, /Unplug the scanner/],
    ['USED', /Another program or browser tab/, /Close other tabs and programs/],
  ])('[KYC-15] a service that is %s stops at its status', async (status, says, next) => {
    await checked({ RDSERVICE: rdService(status) })
    await findButton('Check again')
    expect(words()).toEqual(failedAt('status'))
    expect(inAlert(says)).toBeTruthy()
    expect(inAlert(next)).toBeTruthy()
  })

  test('[KYC-15] of several services the agent chooses which one is checked', async () => {
    network.plugIn(11101, { RDSERVICE: rdService('NOTREADY', 'Morpho') })
    await checked(goodDevice())
    await user.click(await findButton('Morpho · port 11101 · NOTREADY'))
    await findButton('Check again')
    expect(words()).toEqual(failedAt('status'))
    expect(network.atDevices().some(call => call.startsWith('DEVICEINFO'))).toBe(false)
  })

  test('[KYC-15] a service with an incomplete DEVICEINFO stops at the model', async () => {
    await checked(goodDevice({ DEVICEINFO: refusedBy('720', 'Device not ready') }))
    await findButton('Check again')
    expect(words()).toEqual(failedAt('model'))
    expect(screen.getByText('For support: device code 720')).toBeTruthy()
  })

  test.each([
    ['1.0.7', 'Unknown', /1\.0\.7, but your bank requires 1\.0\.8 or later from this manufacturer/],
    ['1.0.10', 'Good', /1\.0\.10 \(1\.0\.8 or later required\)/],
    ['R3', 'Unknown', /cannot be compared with 1\.0\.8/],
  ])('[KYC-14] version %s is told and stops nothing: %s', async (rdsVer, word, says) => {
    useBranding.setState({ deviceServiceVersions: { 'MADE.UP': '1.0.8' } })
    await checked(goodDevice({ DEVICEINFO: deviceInfo('MFS110', '1', { rdsVer, mc: certificate() }) }))
    await findButton('Scan my finger')
    expect(row('version')).toContain(word)
    expect(row('version')).toMatch(says)
  })

  test('[KYC-14] the version of a maker for whom the bank names none is good as it is', async () => {
    useBranding.setState({ deviceServiceVersions: { 'ANOTHER.MAKER': '1.0.8' } })
    await checked(
      goodDevice({ DEVICEINFO: deviceInfo('MFS110', '1', { rdsVer: '1.0.1', mc: certificate() }) }),
    )
    await findButton('Scan my finger')
    expect(row('version')).toMatch(/Good.*1\.0\.1\./)
  })

  test('[KYC-9] a service that lets no web page in is named', async () => {
    await checked({ GET: 'no device service answers this', RDSERVICE: async () => cutConnection() })
    await findButton('Check again')
    expect(words()).toEqual(failedAt('ports'))
    expect(inAlert('Running, but does not accept web pages: port 11100.')).toBeTruthy()
    expect(screen.queryByText('Installed, but new to this browser')).toBeNull()
  })

  test('[KYC-9] without any service both reasons are in view', async () => {
    useBranding.setState({ deviceServiceLinks: [{ name: 'Driver', url: 'https://maker.example/' }] })
    await checked()
    await findButton('Check again')
    expect(inAlert('Not installed')).toBeTruthy()
    expect(inAlert('Installed, but new to this browser')).toBeTruthy()
  })

  test('[KYC-9] a phone is told at once that it reaches no scanner, and nothing is called', async () => {
    vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0 (Linux; Android 10; K) Chrome/146.0.0.0 Mobile' })
    await checked(goodDevice())
    await findButton('Check again')
    expect(words()).toEqual(failedAt('browser'))
    expect(inAlert(/on a phone or tablet cannot reach/)).toBeTruthy()
    expect(network.atDevices()).toEqual([])
  })

  test('[KYC-15] an expired certificate asks for Key Rotation', async () => {
    const mc = certificate({ endsInDays: -1 })
    await checked(goodDevice({ DEVICEINFO: deviceInfo('MFS110', '1', { rdsVer: '1.2.8', mc }) }))
    await findButton('Check again')
    expect(words()).toEqual(failedAt('certificate'))
    expect(inAlert(/Key Rotation/)).toBeTruthy()
  })

  test('[KYC-16] a clock that is six minutes off fails the clock check, not the certificate check', async () => {
    network.serverIsAhead(6 * 60_000)
    await checked(goodDevice())
    await findButton('Check again')
    expect(words()).toEqual(failedAt('clock'))
    expect(inAlert(/6 minutes slow/)).toBeTruthy()
    network.serverIsAhead(8 * 86_400_000)
    await user.click(await findButton('Check again'))
    await waitFor(() => expect(inAlert(/8 days slow/)).toBeTruthy())
  })

  test('[KYC-7] a poor scan fails and says how to do better', async () => {
    await scanned(goodDevice({ CAPTURE: pidData('18') }))
    expect(words()).toEqual(failedAt('scan'))
    expect(inAlert('Quality 18 of 100: too poor')).toBeTruthy()
  })

  test('[KYC-8] a scan that the device refuses shows the reason and the code', async () => {
    await scanned(goodDevice({ CAPTURE: refusedBy('700', 'Capture timed out') }))
    expect(words()).toEqual(failedAt('scan'))
    expect(inAlert(/No finger was read/)).toBeTruthy()
    expect(screen.getByText('For support: device code 700')).toBeTruthy()
  })

  test('[KYC-16] a device service with a wrong clock fails the test scan', async () => {
    await scanned(goodDevice({ CAPTURE: pidData('71', { at: inIndia(testTime + 15 * 60_000) }) }))
    expect(words()).toEqual(failedAt('scan'))
    expect(inAlert(/device service’s clock is 15 minutes off/)).toBeTruthy()
  })

  test('[KYC-4] a scan can be cancelled, and the device’s later answer changes nothing', async () => {
    const { answer, arrive } = answerLater()
    await checked(goodDevice({ CAPTURE: answer }))
    await user.click(await findButton('Scan my finger'))
    await user.click(button('Cancel'))
    arrive(pidData())
    await act(async () => Promise.resolve())
    expect(button('Scan my finger')).toBeTruthy()
    expect(words().at(-1)).toBe('Not checked yet')
  })

  test('[KYC-4] after Cancel the next scan waits until the scanner is free', async () => {
    await checked(goodDevice({ CAPTURE: neverAnswered }))
    await user.click(await findButton('Scan my finger'))
    await user.click(button('Cancel'))
    network.plugIn(11100, goodDevice({ CAPTURE: refusedBy('710', 'Being used') }))
    await user.click(button('Scan my finger'))
    expect(await screen.findByText('Checking: Test scan…')).toBeTruthy()
    network.plugIn(11100, goodDevice())
    await wait(2_000)
    expect(await screen.findByText('This scanner is ready for customers.')).toBeTruthy()
  })

  test('[KYC-9] Check again runs every check anew', async () => {
    await checked()
    await findButton('Check again')
    network.plugIn(11100, goodDevice())
    await user.click(button('Check again'))
    expect(await findButton('Scan my finger')).toBeTruthy()
    expect(words().slice(0, -1)).toEqual(checkNames.slice(0, -1).map(() => 'Good'))
  })
})

describe('the browser', () => {
  test('[KYC-4] the coach shows the browser’s question before Start', async () => {
    openedAt('https://portal.example/device-check')
    stubPermission('prompt')
    renderScreen(<DeviceCheckPage />)
    expect(await screen.findByText('Your browser will ask once')).toBeTruthy()
    expect(network.atDevices()).toEqual([])
  })

  test('[KYC-4] a permission for this visit, which Firefox still calls prompt, is good once the scanner answers', async () => {
    openedAt('https://portal.example/device-check')
    stubPermission('prompt')
    await checked(goodDevice())
    await findButton('Scan my finger')
    expect(words()[2]).toBe('Good')
  })

  test('[KYC-4] Firefox’s own question is drawn, with the box that makes it remember', async () => {
    openedAt('https://portal.example/device-check')
    stubPermission('prompt', { userAgent: 'Mozilla/5.0 (rv:153.0) Gecko/20100101 Firefox/153.0' })
    renderScreen(<DeviceCheckPage />)
    expect(await screen.findByText('Firefox will ask')).toBeTruthy()
    expect(screen.getByText('Remember my choice for this site')).toBeTruthy()
    expect(screen.queryByText('Access other apps and services on this device')).toBeNull()
  })

  test('[KYC-4] a question that was closed is named, and both reasons stay in view', async () => {
    openedAt('https://portal.example/device-check')
    stubPermission('prompt')
    await checked()
    await findButton('Check again')
    expect(inAlert('The browser’s question was closed, or no device service is running.')).toBeTruthy()
    expect(inAlert(/press Allow when the browser asks/)).toBeTruthy()
    expect(inAlert('Installed, but new to this browser')).toBeTruthy()
  })

  test('[KYC-4] denied: the steps and the text for IT are shown and nothing is sent; once allowed the check goes on by itself', async () => {
    const change = stubPermission('denied')
    await checked(goodDevice())
    await findButton('Check again')
    expect(words()).toEqual(failedAt('permission'))
    expect(screen.getByText(/Turn on “Apps on device”/)).toBeTruthy()
    expect(screen.getByText(/LoopbackNetworkAllowedForUrls = \["/)).toBeTruthy()
    expect(network.atDevices()).toEqual([])
    await change('granted')
    expect(await findButton('Scan my finger')).toBeTruthy()
  })

  test('[KYC-4] a browser that does not tell its permission is marked unknown and stops nothing', async () => {
    vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0 (rv:152.0) Gecko/20100101 Firefox/152.0' })
    openedAt('https://portal.example/device-check')
    await checked(goodDevice())
    await findButton('Scan my finger')
    expect(words().slice(0, 3)).toEqual(['Unknown', 'Good', 'Unknown'])
  })

  test('[KYC-4] Safari is refused politely, before anything is called', async () => {
    const userAgent = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/19.0 Safari/605.1.15'
    stubPermission('granted', { userAgent })
    await checked(goodDevice())
    await findButton('Check again')
    expect(words()).toEqual(failedAt('browser'))
    expect(network.atDevices()).toEqual([])
  })

  test('[KYC-4] a page that is not secure fails the page check', async () => {
    vi.stubGlobal('isSecureContext', false)
    await checked(goodDevice())
    await findButton('Check again')
    expect(words()).toEqual(failedAt('page'))
  })
})

describe('what is kept', () => {
  test('[SES-7] the report names the scanner and the findings, and contains no biometric data', async () => {
    await scanned(goodDevice())
    await user.click(button('Copy report'))
    const report = await navigator.clipboard.readText()
    for (const part of [
      '1. Browser: Good.',
      'Chrome 146',
      'MFS110',
      'rdsVer 1.2.8',
      'http://127.0.0.1:11100',
    ]) {
      expect(report).toContain(part)
    }
    expect(report).toMatch(/11\. Test scan: Good\. Quality 71/)
    const { skey, hmac, data } = captureParts
    for (const part of [skey, hmac, data, certificate()]) expect(report).not.toContain(part.slice(-40))
  })

  test('[SES-7] the scan leaves the page neither by storage nor by request', async () => {
    await scanned(goodDevice())
    const kept = keptInBrowser() + document.body.innerHTML
    const { skey, hmac, data } = captureParts
    for (const part of [skey, hmac, data]) expect(kept).not.toContain(part.slice(-40))
    const elsewhere = network.requests.filter(({ url }) => !/^https?:\/\/(127\.0\.0\.1|localhost)/.test(url))
    expect(elsewhere.map(({ method, url }) => `${method} ${url}`)).toEqual(['GET /api/v1/address'])
  })

  test('[KYC-8] a device’s text stays text and forges no line of the report', async () => {
    const info = '&lt;img src=x&gt;&#10;11. Test scan: Good.'
    await checked({ RDSERVICE: rdService('NOTREADY', info) })
    await findButton('Check again')
    expect(document.querySelector('img')).toBeNull()
    await user.click(button('Copy report'))
    const report = await navigator.clipboard.readText()
    const lines = report.split('\n')
    expect(lines.filter(line => line.startsWith('11.'))).toEqual(['11. Test scan: Not checked'])
  })
})

test('Back leads to the open order, the dashboard or the log-in', () => {
  const wayBack = () => {
    cleanup()
    renderScreen(<DeviceCheckPage />)
    return screen.getByRole('link', { name: 'Back' }).getAttribute('href')
  }
  expect(wayBack()).toBe('/login')
  setSession({ dashboardLock: 'true' })
  expect(wayBack()).toBe('/dashboard')
  setSession({
    prepareOrderResponse: {
      orderId: 'ord-1',
      createdOn: '2026-11-20T20:15:07.000Z',
      wadh: 'w',
      dbsRefCode: 'DBS10001',
    },
  })
  expect(wayBack()).toBe('/do-kyc')
})

test('[KYC-4] each step is announced to screen readers', async () => {
  await checked(goodDevice())
  await findButton('Scan my finger')
  expect(screen.getAllByRole('status')[0]?.textContent).toMatch(/your own finger/)
  await waitFor(() => expect(document.activeElement).toBe(button('Scan my finger')))
})
