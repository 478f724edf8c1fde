import { inIndia, testTime } from '@ekyc/ui/testing/test-time.ts'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { user } from '@ekyc/ui/testing/user.ts'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { setConnected } from '@ekyc/ui/browser/connection.ts'
import { openedAt } from '@ekyc/ui/testing/opened-at.ts'
import { deviceInfoAnswer, pidTimestamp, serviceAnswer } from '@ekyc/rd-client/testing/device-answers'

import { useBranding } from '../../api/branding.ts'
import { learnScanners } from '../../scanner/scan.ts'
import { serveNext } from '../../ui/next-customer.ts'
import { setSession, useSession } from '../../session/session.ts'
import { captureParts, certificate, pidData, readyDevice, refusedBy } from '../../testing/device-answers.ts'
import {
  answerLater,
  cutConnection,
  type FakeDevice,
  httpError,
  neverAnswered,
  refusal,
  success,
} from '../../testing/fake-network.ts'
import { keptInBrowser } from '../../testing/kept-in-browser.ts'
import { eachTestsNetwork, renderScreen, signedInAgent, wait } from '../../testing/portal.tsx'
import { stubPermission } from '../../testing/stub-browser.ts'
import { DoKycPage } from './do-kyc-page.tsx'
import { openOrder } from '../../testing/orders.ts'

const { wadh, createdOn } = openOrder
const ends = /^The scanner’s certificate ends on \d\d-\d\d-\d{4}$/

const network = eachTestsNetwork(() => {
  openedAt('http://localhost:3000/do-kyc')
  signedInAgent()
})
afterEach(() => localStorage.clear())

const button = (name: string) => screen.getByRole('button', { name })
const findButton = (name: string) => screen.findByRole('button', { name })

async function checkReference(reference: string): Promise<void> {
  const field = screen.getByLabelText('Reference number')
  await user.clear(field)
  if (reference !== '') await user.type(field, reference)
  await user.click(button('Check'))
}

async function atFingerprint(): Promise<void> {
  signedInAgent({ prepareOrderResponse: openOrder })
  renderScreen(<DoKycPage />)
  await user.click(screen.getByRole('checkbox', { name: /^I have read this to the customer/ }))
}

async function capture(): Promise<void> {
  await user.click(button('Capture Fingerprint'))
}

async function scanWith(device: FakeDevice = {}): Promise<void> {
  network.plugIn(11100, { ...readyDevice(), ...device })
  await atFingerprint()
  await capture()
}

async function captured(): Promise<void> {
  await scanWith()
  await findButton('Proceed')
}

async function submitted(): Promise<void> {
  await captured()
  await user.click(button('Proceed'))
  await waitFor(() => expect(window.location.pathname).toBe('/kyc-result'))
}

describe('the reference', () => {
  test('[KYC-1] the reference field has the focus when the screen opens', () => {
    renderScreen(<DoKycPage />)
    expect(document.activeElement).toBe(screen.getByLabelText('Reference number'))
  })

  test('[KYC-1] an empty reference is refused at the field, and nothing is sent', async () => {
    renderScreen(<DoKycPage />)
    await checkReference('   ')
    expect(await screen.findByText('Please enter valid reference Number')).toBeTruthy()
    expect(screen.getByLabelText('Reference number').getAttribute('aria-invalid')).toBe('true')
    expect(network.requests).toEqual([])
  })

  test('[KYC-2] [API-12] Check calls the reference check once, and success locks the field', async () => {
    network.answer('checkReference', { orderId: 'ord-1', createdOn, biometricConstants: { wadh } })
    renderScreen(<DoKycPage />)
    await user.type(screen.getByLabelText('Reference number'), ' DBS10001 ')
    await user.dblClick(button('Check'))
    expect(await findButton('Capture Fingerprint')).toBeTruthy()

    expect(network.sent('checkReference')).toMatchObject([
      { mobile: '9000000001', dbsRefCode: 'DBS10001', username: '9000000001' },
    ])
    const field = screen.getByLabelText<HTMLInputElement>('Reference number')
    expect(field.readOnly).toBe(true)
    expect(field.value).toBe('DBS10001')
    expect(useSession.getState().prepareOrderResponse).toEqual(openOrder)
  })

  test('[KYC-3] [API-14] a refused reference says why in a dialog with Ok, and may be corrected', async () => {
    network.answer('checkReference', refusal('Reference is not known to the bank.'))
    renderScreen(<DoKycPage />)
    await checkReference('DBS99999')
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getByText('Reference is not known to the bank.')).toBeTruthy()

    await user.click(within(dialog).getByRole('button', { name: 'Ok' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.getByLabelText<HTMLInputElement>('Reference number').value).toBe('DBS99999')
    expect(screen.getByLabelText<HTMLInputElement>('Reference number').readOnly).toBe(false)
  })

  test('[KYC-3] offline, the dialog says so in plain words, keeps the reference and tries again', async () => {
    network.answer('checkReference', cutConnection)
    renderScreen(<DoKycPage />)
    await checkReference('DBS10001')
    const dialog = await screen.findByRole('dialog', { name: 'The reference could not be checked' })
    expect(within(dialog).getByText(/You are offline/)).toBeTruthy()
    expect(within(dialog).getByText(/Your reference is kept/)).toBeTruthy()
    expect(within(dialog).getByText('Failed to fetch')).toBeTruthy()
    network.answer('checkReference', { orderId: 'ord-1', createdOn, biometricConstants: { wadh } })
    await user.click(within(dialog).getByRole('button', { name: 'Try again' }))
    expect(await findButton('Capture Fingerprint')).toBeTruthy()
  })

  test('[KYC-3] a reference that was checked offline is checked again when the server is reachable, and once', async () => {
    network.answer('checkReference', cutConnection)
    renderScreen(<DoKycPage />)
    await checkReference('DBS10001')
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Ok' }))
    network.answer('checkReference', { orderId: 'ord-1', biometricConstants: { wadh } })
    act(() => setConnected(true))
    expect(await findButton('Capture Fingerprint')).toBeTruthy()
    expect(network.sent('checkReference').map(({ dbsRefCode }) => dbsRefCode)).toEqual([
      'DBS10001',
      'DBS10001',
    ])

    act(() => setConnected(false))
    act(() => setConnected(true))
    await user.click(await findButton('Change customer'))
    expect(await findButton('Check')).toBeTruthy()
    expect(network.sent('checkReference')).toHaveLength(2)
  })

  test('[KYC-3] a reference that was changed meanwhile waits for its own Check', async () => {
    network.answer('checkReference', cutConnection)
    renderScreen(<DoKycPage />)
    await checkReference('DBS10001')
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Ok' }))
    await user.type(screen.getByLabelText('Reference number'), '2')
    act(() => setConnected(true))
    expect(network.sent('checkReference')).toHaveLength(1)
  })

  test.each([
    [
      429,
      'too_many_reference_checks',
      'Wait 5 minutes',
      'The reference could not be checked',
      /Wait a while/,
    ],
    [503, 'bank_away', 'The bank is away', 'The reference could not be checked', /Wait a minute/],
    [403, 'privilege_missing', 'Not allowed', 'The reference was not accepted', /Ask your bank to check/],
    [200, 'reference_done', 'Complete', 'The reference was not accepted', /Nothing is left to do/],
  ])('[KYC-3] HTTP %d with %s says what to do', async (status, code, displayMsg, title, now) => {
    network.answer('checkReference', () =>
      Response.json({ response: { success: false, displayMsg, code } }, { status }),
    )
    renderScreen(<DoKycPage />)
    await checkReference('DBS10001')
    const dialog = await screen.findByRole('dialog', { name: title })
    expect(within(dialog).getByText(displayMsg)).toBeTruthy()
    expect(within(dialog).getByText(now)).toBeTruthy()
  })

  test('[KYC-3] success without an orderId says so', async () => {
    network.answer('checkReference', { biometricConstants: { wadh } })
    renderScreen(<DoKycPage />)
    await checkReference('DBS10001')
    expect(within(await screen.findByRole('dialog')).getByText('OrderId creation Failed')).toBeTruthy()
  })

  test('[KYC-2] a reload comes back to the open order; another customer starts with an empty field', async () => {
    signedInAgent({ prepareOrderResponse: openOrder })
    renderScreen(<DoKycPage />)
    expect(screen.getByLabelText<HTMLInputElement>('Reference number').value).toBe('DBS10001')
    await user.click(button('Change customer'))
    expect(screen.getByLabelText<HTMLInputElement>('Reference number').value).toBe('')
    expect(useSession.getState().prepareOrderResponse).toBeNull()
  })

  test('[KYC-2] the check of a customer whom the agent has left opens no order in the next one’s place', async () => {
    const late = answerLater()
    network.answer('checkReference', late.answer, {
      orderId: 'ord-1',
      createdOn,
      biometricConstants: { wadh },
    })
    const { unmount } = renderScreen(<DoKycPage />)
    await checkReference('DBS20001')
    unmount()
    serveNext()
    renderScreen(<DoKycPage />)
    await checkReference('DBS10001')
    await findButton('Capture Fingerprint')
    await act(async () => late.arrive(success({ orderId: 'ord-2', createdOn, biometricConstants: { wadh } })))
    expect(useSession.getState()).toMatchObject({ refNo: 'DBS10001', prepareOrderResponse: openOrder })
  })
})

describe('the scan', () => {
  test('[KYC-4] nothing on this computer is called before the customer has agreed', async () => {
    signedInAgent({ prepareOrderResponse: openOrder })
    renderScreen(<DoKycPage />)
    await capture()
    expect(await screen.findByText('Ask the customer first, then tick the box.')).toBeTruthy()
    expect(network.atDevices()).toEqual([])
  })

  test('[KYC-4] [KYC-7] the status is LOADING during discovery and READY with a captured finger', async () => {
    const { answer, arrive } = answerLater()
    network.plugIn(11103, { ...readyDevice(), RDSERVICE: answer })
    await atFingerprint()
    await capture()
    expect(screen.getByText('Detecting Biometric Driver status..Please wait')).toBeTruthy()
    expect(useSession.getState().checkingDriverStatus).toBe('LOADING')

    arrive(serviceAnswer())
    expect(await screen.findByText('Finger Print captured successfully.')).toBeTruthy()
    expect(screen.getByText('MFS110 · Serial 0578989')).toBeTruthy()
    // An effect writes the status after the text is on the page.
    await waitFor(() => expect(useSession.getState().checkingDriverStatus).toBe('READY'))
    expect(useSession.getState().rdServicePort).toBe('11103')
    expect(document.activeElement).toBe(button('Proceed'))
  })

  test('[KYC-7] a certificate that ends soon is told while the finger is waited for, and before the next scan', async () => {
    const mc = certificate({ endsInDays: 3 })
    const late = answerLater()
    network.plugIn(11100, {
      ...readyDevice(),
      DEVICEINFO: deviceInfoAnswer({ mc }),
      CAPTURE: late.answer,
    })
    await atFingerprint()
    expect(screen.queryByText(ends)).toBeNull()
    await capture()
    expect((await screen.findByText(ends)).closest('[role=alert]')).toBeTruthy()
    expect(screen.getByText(/Before that day, open the device service app/)).toBeTruthy()

    await act(async () => late.arrive(pidData('71', { mc })))
    expect(await findButton('Proceed')).toBe(document.activeElement)
    cleanup()
    setSession({ prepareOrderResponse: openOrder })
    renderScreen(<DoKycPage />)
    expect(screen.getByText(ends)).toBeTruthy()
  })

  test('[KYC-5] a scanner that was found in an earlier session is asked alone', async () => {
    network.plugIn(11104, readyDevice())
    learnScanners([{ scheme: 'http', host: '127.0.0.1', port: 11104 }])
    await atFingerprint()
    await capture()
    await findButton('Proceed')
    expect(network.atDevices()[0]).toBe('RDSERVICE http://127.0.0.1:11104/')
    expect(network.atDevices()).toHaveLength(3)
  })

  test.each([
    ['where the bank wants it', true, '11104', true],
    ['not without the bank’s word', undefined, '11104', false],
    ['not before a scanner has been good', true, '', false],
  ])('[KYC-4] the tick starts the scan: %s', async (_when, scanAtTick, rdServicePort, isStarted) => {
    network.plugIn(11104, readyDevice())
    if (scanAtTick) useBranding.setState({ scanAtTick })
    const captureUrl = rdServicePort && `http://127.0.0.1:${rdServicePort}/rd/capture`
    signedInAgent({ prepareOrderResponse: openOrder, rdServicePort, captureUrl })
    renderScreen(<DoKycPage />)
    await user.click(screen.getByRole('checkbox'))
    if (isStarted) await findButton('Proceed')
    expect(network.atDevices().length > 0).toBe(isStarted)
  })

  test('[KYC-4] Space on the consent that has the focus ticks, and the focus goes on to the capture, at the top of the page', async () => {
    signedInAgent({ prepareOrderResponse: openOrder })
    renderScreen(<DoKycPage />)
    const scroll = vi.spyOn(window, 'scrollTo')
    screen.getByRole('region', { name: 'Read this to the customer' }).focus()
    await user.keyboard(' ')
    expect(scroll).toHaveBeenCalledWith(0, 0)
    expect(screen.getByRole('checkbox')).toHaveProperty('checked', true)
    expect(document.activeElement).toBe(button('Capture Fingerprint'))
    await user.keyboard('{Shift>}{Tab}{Tab}{/Shift} ')
    expect(screen.getByRole('checkbox')).toHaveProperty('checked', false)
  })

  test('[KYC-6] the capture asks for one finger with the order’s wadh', async () => {
    await captured()
    const sent = network.requests.find(({ method }) => method === 'CAPTURE')
    const options = new DOMParser().parseFromString(sent?.text ?? '', 'text/xml').querySelector('Opts')
    expect([options?.getAttribute('fCount'), options?.getAttribute('wadh')]).toEqual(['1', wadh])
  })

  test('[KYC-5] of several ready scanners the agent chooses one, and only that one captures', async () => {
    network.plugIn(11100, readyDevice({ mi: 'MFS100', serial: 'A1' }))
    network.plugIn(11102, readyDevice({ mi: 'MSO 1300', serial: 'B2' }))
    await atFingerprint()
    await capture()
    await user.click(await findButton('MSO 1300 · Serial B2'))
    await findButton('Proceed')
    expect(network.atDevices().filter(call => call.startsWith('CAPTURE'))).toEqual([
      'CAPTURE http://127.0.0.1:11102/rd/capture',
    ])
  })

  test('[KYC-7] a fair scan advises another first, and may still be sent', async () => {
    await scanWith({ CAPTURE: pidData('38') })
    expect(await screen.findByText('Quality 38 of 100: fair')).toBeTruthy()
    expect(screen.getByText(/A second scan will probably be better/)).toBeTruthy()
    expect(document.activeElement).toBe(button('Scan again'))
    network.plugIn(11100, readyDevice())
    await user.click(button('Scan again'))
    expect(await screen.findByText('Quality 71 of 100: good')).toBeTruthy()
    expect(document.activeElement).toBe(button('Proceed'))
  })

  test('[KYC-7] a poor scan is refused and not kept', async () => {
    await scanWith({ CAPTURE: pidData('18,71') })
    expect(await screen.findByText('The fingerprint is not clear enough')).toBeTruthy()
    expect(screen.getByText(/quality 18 of 100/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Proceed' })).toBeNull()
    expect(useSession.getState().checkingDriverStatus).toBe('ERROR')
  })

  test('[KYC-7] a scan that the server would refuse is said to be so before Proceed', async () => {
    await scanWith({ CAPTURE: pidData('71', { at: inIndia(testTime - 600_000) }) })
    expect(await screen.findByText('The scanner’s clock is wrong')).toBeTruthy()
    expect(screen.getByText(/This scan would be refused/)).toBeTruthy()
    expect(document.activeElement).toBe(button('Scan again'))
    network.plugIn(11100, readyDevice())
    await user.click(button('Scan again'))
    await waitFor(() => expect(screen.queryByText('The scanner’s clock is wrong')).toBeNull())
  })

  test('[KYC-8] the device’s refusal is a dialog with its own text, the advice and the code', async () => {
    await scanWith({ CAPTURE: refusedBy('700', 'Capture timed out') })
    const dialog = await screen.findByRole('dialog', { name: 'Capture timed out' })
    expect(within(dialog).getByText('What happened')).toBeTruthy()
    expect(within(dialog).getByText('Tell the customer')).toBeTruthy()
    expect(within(dialog).getByText('What to do now')).toBeTruthy()
    expect(within(dialog).getByText('For support: device code 700')).toBeTruthy()
    expect(useSession.getState().checkingDriverStatus).toBe('ERROR')

    network.plugIn(11100, readyDevice())
    await user.click(within(dialog).getByRole('button', { name: 'Try again' }))
    expect(await findButton('Proceed')).toBeTruthy()
  })

  test('[KYC-8] [rule 21] a refusal without text shows product.md’s sentence; markup from a device stays text', async () => {
    await scanWith({ CAPTURE: refusedBy('999') })
    const dialog = await screen.findByRole('dialog', { name: 'Error in capturing fingerprint' })
    network.plugIn(11100, {
      ...readyDevice(),
      CAPTURE: refusedBy('999', '&lt;img src=x onerror=alert(1)&gt;'),
    })
    await user.click(within(dialog).getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('dialog', { name: '<img src=x onerror=alert(1)>' })).toBeTruthy()
    expect(document.querySelector('img')).toBeNull()
  })

  test('[KYC-8] [SES-7] Copy details copies what support asks for, and no number of a person or a device', async () => {
    const words = 'Key rotation failed, scanner 0578989 B1234567'
    await scanWith({ CAPTURE: refusedBy('999', words) })
    const dialog = await screen.findByRole('dialog', { name: words })
    await user.click(within(dialog).getByRole('button', { name: 'Close' }))
    await user.click(button('Copy details'))
    const lines = (await navigator.clipboard.readText()).split('\n')
    expect(lines).toEqual([
      'Key rotation failed, scanner … …',
      'The scanner needs a restart, or its security key must be renewed.',
      'For support: device code 999',
      'Scanner: MADE.UP MFS110',
      'Driver version: MADE.WIN.001 1.0.8',
      'Port: http://127.0.0.1:11100',
      expect.stringMatching(/^Browser: \w+/),
      expect.stringMatching(/^Time: \d\d-\d\d-\d{4} [\d:]{8} – \d\d-\d\d-\d{4} [\d:]{8}$/),
    ])
  })

  test('[KYC-9] [KYC-14] without any device service the card says so, with the install links and the required version, and offers another search', async () => {
    const links = [{ name: 'Made-up RD service', url: 'https://example.com/rd' }]
    useBranding.setState({ deviceServiceLinks: links })
    await atFingerprint()
    await capture()
    await screen.findByText('Driver is not discovered, please install the driver and refresh the page!')
    expect(screen.getByText('RdService not found/working. Please install from below links.')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Made-up RD service' }).getAttribute('href')).toBe(links[0]?.url)
    expect(screen.getByText(/v1\.2\.8/)).toBeTruthy()
    await waitFor(() => expect(useSession.getState().checkingDriverStatus).toBe('ERROR'))
    network.plugIn(11110, readyDevice())
    await user.click(button('Search again'))
    expect(await findButton('Proceed')).toBeTruthy()
  })

  test('[KYC-15] a service that is not ready, or in use, is told apart from none', async () => {
    await scanWith({ RDSERVICE: serviceAnswer('NOTREADY', 'No scanner') })
    const text = 'Biometric device not connected or Driver not installed!'
    expect(await screen.findByText(text)).toBeTruthy()
    expect(screen.getByText('For support: NOTREADY: No scanner')).toBeTruthy()
    expect(screen.getByText(/Unplug the scanner/)).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'The finger cannot be read' })).toBeNull()

    network.plugIn(11100, { RDSERVICE: serviceAnswer('USED') })
    await user.click(button('Try again'))
    expect(await screen.findByText(/Another program or browser tab is using the scanner/)).toBeTruthy()
    expect(network.atDevices().some(call => call.startsWith('CAPTURE'))).toBe(false)
  })

  const captureTexts = {
    notSent: 'Failed to send fingerprint capture request',
    cut: 'Network error occurred during fingerprint capture',
    unreadable: 'Error in Fingerprint capture',
  }
  const emptySuccess = '<PidData><Resp errCode="0"/></PidData>'
  test.each([
    ['could not leave', captureTexts.notSent, { capture: undefined, isGone: true }],
    ['was cut', captureTexts.cut, { capture: undefined, isGone: false }],
    ['brought what no one can read', captureTexts.unreadable, { capture: 'no xml', isGone: false }],
    ['lacks the print', captureTexts.unreadable, { capture: emptySuccess, isGone: false }],
  ])('[KYC-16] a capture that %s says: %s', async (_, text, { capture: answer, isGone }) => {
    await scanWith({
      CAPTURE: async () => {
        if (isGone) network.plugIn(11100, {})
        if (answer === undefined) throw new TypeError('Failed to fetch')
        return new Response(answer)
      },
    })
    expect(await screen.findByText(text)).toBeTruthy()
  })

  test('[KYC-4] Cancel stops the scan, and the device’s later answer changes nothing', async () => {
    const { answer, arrive } = answerLater()
    await scanWith({ CAPTURE: answer })
    expect(
      await screen.findByText('Ask the customer to place one finger on the scanner and keep it still.'),
    ).toBeTruthy()
    await user.click(button('Cancel'))
    arrive(pidData())
    expect(await findButton('Capture Fingerprint')).toBeTruthy()
    await act(async () => Promise.resolve())
    expect(screen.queryByRole('button', { name: 'Proceed' })).toBeNull()
  })

  test('[KYC-4] after Cancel the next capture waits until the scanner is free, says so, and starts by itself', async () => {
    await scanWith({ CAPTURE: neverAnswered })
    await screen.findByText('Ask the customer to place one finger on the scanner and keep it still.')
    await user.click(await findButton('Cancel'))
    network.plugIn(11100, { ...readyDevice(), RDSERVICE: serviceAnswer('USED') })
    await capture()
    expect(await screen.findByText(/finishing the scan you stopped/)).toBeTruthy()
    expect(useSession.getState().checkingDriverStatus).toBe('LOADING')

    network.plugIn(11100, { ...readyDevice(), CAPTURE: refusedBy('710', 'Being used') })
    await act(async () => vi.advanceTimersByTimeAsync(2000))
    expect(screen.queryByRole('dialog')).toBeNull()
    network.plugIn(11100, readyDevice())
    await wait(2_000)
    expect(await findButton('Proceed')).toBeTruthy()
  })

  test('[KYC-4] a scanner that is in use longer than the cancelled scan can last is in use by another program', async () => {
    await scanWith({ CAPTURE: neverAnswered })
    await screen.findByText('Ask the customer to place one finger on the scanner and keep it still.')
    await user.click(await findButton('Cancel'))
    network.plugIn(11100, { RDSERVICE: serviceAnswer('USED') })
    await capture()
    await act(async () => vi.advanceTimersByTimeAsync(30_000))
    expect(await screen.findByText(/Another program or browser tab is using the scanner/)).toBeTruthy()
  })

  test('[KYC-4] a second press of Capture starts no second scan', async () => {
    network.plugIn(11100, { ...readyDevice(), CAPTURE: neverAnswered })
    await atFingerprint()
    await user.dblClick(button('Capture Fingerprint'))
    expect(await screen.findByText(/place one finger/)).toBeTruthy()
    expect(network.atDevices().filter(call => call.startsWith('CAPTURE '))).toHaveLength(1)
  })

  test('[KYC-4] before the browser asks, the coach shows its question, and no device is called', async () => {
    network.plugIn(11100, readyDevice())
    openedAt('https://portal.example/do-kyc')
    stubPermission('prompt')
    await atFingerprint()
    expect(await screen.findByText('Your browser will ask once')).toBeTruthy()
    expect(screen.getByText('portal.example wants to')).toBeTruthy()
    expect(network.atDevices()).toEqual([])
    await capture()
    expect(await findButton('Proceed')).toBeTruthy()
  })

  test.each([
    ['Chrome', 'Mozilla/5.0 Chrome/146.0.0.0 Safari/537.36', /Turn on “Apps on device”/],
    ['Edge', 'Mozilla/5.0 Chrome/146.0.0.0 Safari/537.36 Edg/146.0.0.0', /Permissions for this site/],
    ['Firefox', 'Mozilla/5.0 (rv:152.0) Gecko/20100101 Firefox/152.0', /Access this device/],
    [
      'another browser',
      'Mozilla/5.0 Chrome/146.0.0.0 Safari/537.36 OPR/120.0.0.0',
      /open this page in Chrome or Edge/,
    ],
  ])(
    '[KYC-4] where the browser has denied the page, the steps are those of %s, and no device is called',
    async (_, userAgent, step) => {
      stubPermission('denied', { userAgent })
      await atFingerprint()
      expect(await screen.findByText(step)).toBeTruthy()
      await user.click(button('Try again'))
      expect(network.atDevices()).toEqual([])
    },
  )

  test('[KYC-4] the note for the bank’s IT has both policies’ names and this site’s address, ready to be copied', async () => {
    stubPermission('denied')
    await atFingerprint()
    await user.click(await screen.findByText('For the bank’s IT'))
    await user.click(button('Copy this text'))
    const copied = await navigator.clipboard.readText()
    expect(copied).toContain(`LoopbackNetworkAllowedForUrls = ["${window.location.origin}"]`)
    expect(copied).toContain(`LocalNetworkAccessAllowedForUrls = ["${window.location.origin}"]`)
    expect(button('Copied')).toBeTruthy()
  })

  test('[KYC-4] a permission that the agent changes in the browser takes effect without a press', async () => {
    openedAt('https://portal.example/do-kyc')
    const change = stubPermission('denied')
    await atFingerprint()
    await screen.findByText('The browser does not let this page use the scanner')
    await change('prompt')
    expect(screen.getByText('Your browser will ask once')).toBeTruthy()
    await change('denied')
    expect(screen.getByText('The browser does not let this page use the scanner')).toBeTruthy()
    await change('granted')
    expect(screen.getByText(/The browser now lets this page use the scanner/)).toBeTruthy()
    expect(button('Capture Fingerprint')).toBeTruthy()
  })

  test('[KYC-7] [SES-7] a captured finger reaches no storage and is deleted after two minutes', async () => {
    await captured()
    expect(sessionStorage.getItem('persist:root')).toContain('DBS10001')
    expectNoCaptureKept()

    await act(async () => vi.advanceTimersByTimeAsync(120_000))
    expect(screen.queryByRole('button', { name: 'Proceed' })).toBeNull()
    expect(screen.getByText(/was not sent within 2 minutes/)).toBeTruthy()
  })
})

test('[KYC-10] a consent that the server would find too old is requested again before the scan', async () => {
  network.plugIn(11100, readyDevice())
  await atFingerprint()
  await act(async () => vi.advanceTimersByTimeAsync(8 * 60_000))
  await capture()
  expect(await screen.findByText('Ask the customer first, then tick the box.')).toBeTruthy()
  expect(screen.getByRole('checkbox')).toHaveProperty('checked', false)

  await user.click(screen.getByRole('checkbox'))
  await capture()
  expect(await findButton('Proceed')).toBeTruthy()
})

describe('what is kept of a capture', () => {
  test('[SES-7] no storage holds a capture at any moment of a KYC that the authority refuses', async () => {
    await captured()
    expectNoCaptureKept()
    network.answer('submitOrder', refusal('The fingerprint did not match.', { transactionId: 'UKC:2' }))
    await user.click(button('Proceed'))
    expectNoCaptureKept()
    await waitFor(() => expect(window.location.pathname).toBe('/kyc-result'))
    expectNoCaptureKept()
  })

  test('[SES-7] a log-out and another page both drop the capture, and who comes back reads that it was deleted', async () => {
    await captured()
    cleanup()
    expectNoCaptureKept()
    renderScreen(<DoKycPage />)
    expect(screen.queryByRole('button', { name: 'Proceed' })).toBeNull()
    expect(button('Capture Fingerprint')).toBeTruthy()
    expect(screen.getByText(/You left this page, so the fingerprint was deleted/)).toBeTruthy()
  })

  test('[SES-7] a page in the back/forward cache holds no capture', async () => {
    await captured()
    await act(async () => void window.dispatchEvent(new Event('pagehide')))
    expect(screen.queryByRole('button', { name: 'Proceed' })).toBeNull()
  })

  test('[SES-7] a capture that is too old after the computer slept is dropped', async () => {
    await captured()
    vi.setSystemTime(testTime + 120_000)
    await user.click(button('Proceed'))
    expect(await screen.findByText(/was not sent within 2 minutes/)).toBeTruthy()
    expect(network.sent('submitOrder')).toEqual([])
  })
})

describe('submitting', () => {
  test('[KYC-10] [KYC-11] [API-13] Proceed submits every field of the payload, with the consent, and shows the result', async () => {
    network.answer('submitOrder', {
      transactionId: 'UKC:1',
      response: { success: true, displayMsg: 'Identity confirmed' },
    })
    await submitted()

    const { header, device, ...payload } = network.sent('submitOrder')[0] ?? {}
    const dc = 'db321da2-269c-4ffb-aa54-dfa81f7df3f6'
    expect(payload).toEqual({
      username: '9000000001',
      sessionId: header?.['sessionId'],
      roid: '9000000001',
      orderId: 'ord-1',
      biometricDeviceInfo: {
        Hmac: captureParts.hmac,
        deviceid: dc,
        devicever: '1.0.8',
        meta: {
          udc: String(device?.['id']).slice(0, 20),
          rdsId: 'MADE.WIN.001',
          rdsVer: '1.0.8',
          dpId: 'MADE.UP',
          dc,
          mi: 'MFS110',
          mc: captureParts.certificate,
        },
        refcode: 'DBS10001',
        reqid: header?.['requestId'],
        roid: '9000000001',
        serialno: '0578989',
        skey: { ci: '20280813', value: captureParts.skey },
        tid: 'registered',
        ts: pidTimestamp,
        data: { type: 'X', value: captureParts.data },
      },
      consent: { version: 'built-in', language: 'en', givenOn: expect.stringMatching(/^\d{4}-.*Z$/) },
    })
    expect(useSession.getState()).toMatchObject({
      prepareOrderResponse: null,
      kycVal: {
        status: 'KYC_SUCCESS',
        orderId: 'ord-1',
        txnId: 'UKC:1',
        displayMsg: 'Identity confirmed',
        // The result has the time of the order, which the KYC List shows too.
        createdOn,
        dbsRefCode: 'DBS10001',
        returnTo: '/dashboard',
      },
    })
  })

  test('[KYC-12] a refused order is a failed result with the server’s reason and transaction', async () => {
    const authority = { source: 'authentication', code: '300', action: 'Try another finger' }
    network.answer(
      'submitOrder',
      refusal('The fingerprint did not match.', { transactionId: 'UKC:2', authority }),
    )
    await submitted()
    expect(useSession.getState().kycVal).toMatchObject({
      status: 'KYC_FAILURE',
      refusal: 'other',
      txnId: 'UKC:2',
      displayMsg: 'The fingerprint did not match.',
      authority,
    })
  })

  test('[rule 16] a consent to a replaced text is refused, and the text in force is there for Retry', async () => {
    const response = { success: false, displayMsg: 'Not in force.', code: 'consent_not_published' }
    network.answer('submitOrder', { response })
    await captured()
    useBranding.setState({ bankName: 'Before' })
    await user.click(button('Proceed'))
    await waitFor(() => expect(window.location.pathname).toBe('/kyc-result'))
    expect(useSession.getState().kycVal).toMatchObject({ status: 'KYC_FAILURE', refusal: 'newConsent' })
    expect(useBranding.getState().bankName).toBe('River Bank')
  })

  test('[KYC-12] an answer with an invalid authority counts as the server’s own refusal', async () => {
    const authority = { source: 'device', code: '700', action: { html: '<b>' } }
    network.answer('submitOrder', refusal('Please capture again.', { authority }))
    await captured()
    await user.click(button('Proceed'))
    await waitFor(() => expect(useSession.getState().kycVal?.displayMsg).toBe('Please capture again.'))
    expect(useSession.getState().kycVal?.authority).toBeNull()
  })

  test.each([
    [
      'HTTP 504',
      httpError(504, 'whatever'),
      { refusal: 'authoritySilent', displayMsg: 'Timeout Error', txnId: 'NA' },
    ],
    [
      'HTTP 500',
      httpError(500, 'Out of order'),
      { refusal: 'fault', displayMsg: 'Out of order', txnId: 'NA' },
    ],
    [
      'a cut connection',
      cutConnection,
      { refusal: 'unanswered', displayMsg: 'Failed to fetch', txnId: 'NA' },
    ],
  ])('[KYC-12] %s is a failed result with a reason', async (_, answer, result) => {
    network.answer('submitOrder', answer)
    await submitted()
    expect(useSession.getState().kycVal).toMatchObject({ status: 'KYC_FAILURE', ...result })
  })

  test('[KYC-12] without an answer within 45 s the order may have gone through', async () => {
    await captured()
    const { timeout } = AbortSignal
    const over = vi.spyOn(AbortSignal, 'timeout')
    onTestFinished(() => over.mockRestore())
    over.mockImplementation(ms => (ms === 45_000 ? AbortSignal.abort() : timeout.call(AbortSignal, ms)))
    network.answer('submitOrder', cutConnection)
    await user.click(button('Proceed'))
    await waitFor(() => expect(useSession.getState().kycVal).toMatchObject({ refusal: 'unanswered' }))
  })

  test('[KYC-12] after a lost answer the identical body is sent once more, and its answer counts', async () => {
    network.answer('submitOrder', cutConnection, { transactionId: 'UKC:3' })
    await submitted()
    const bodies = network.requests.filter(({ url }) => url.endsWith('order/submit')).map(({ text }) => text)
    expect(bodies).toHaveLength(2)
    expect(bodies[0]).toBe(bodies[1])
    expect(useSession.getState().kycVal).toMatchObject({ status: 'KYC_SUCCESS', txnId: 'UKC:3' })
  })

  test('[KYC-10] while the authority is asked there is no button to press twice', async () => {
    network.answer('submitOrder', neverAnswered)
    await captured()
    await user.dblClick(button('Proceed'))
    expect(await screen.findByText(/Checking with the identity authority/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Proceed' })).toBeNull()
    await waitFor(() => expect(network.sent('submitOrder')).toHaveLength(1))
  })

  test('[KYC-11] a verdict that comes after the agent went on to the next customer takes nothing away', async () => {
    const late = answerLater()
    network.answer('submitOrder', late.answer)
    await captured()
    await user.click(button('Proceed'))
    await waitFor(() => expect(network.sent('submitOrder')).toHaveLength(1))
    cleanup()
    serveNext()
    const next = { ...openOrder, orderId: 'ord-2', dbsRefCode: 'DBS20001' }
    signedInAgent({ prepareOrderResponse: next, refNo: 'DBS20001' })
    renderScreen(<DoKycPage />)
    await act(async () => late.arrive(success({ transactionId: 'UKC:1' })))
    expect(window.location.pathname).toBe('/do-kyc')
    expect(useSession.getState()).toMatchObject({ prepareOrderResponse: next, kycVal: null })
  })

  test('[KYC-10] withdrawn consent stops the order', async () => {
    await captured()
    await user.click(screen.getByRole('checkbox'))
    await user.click(button('Proceed'))
    expect(await screen.findByText('Ask the customer first, then tick the box.')).toBeTruthy()
    expect(network.sent('submitOrder')).toEqual([])
  })
})

function expectNoCaptureKept(): void {
  const kept = `${keptInBrowser()}\n${JSON.stringify(useSession.getState())}`
  for (const part of Object.values(captureParts)) expect(kept).not.toContain(part.slice(-40))
  expect(Object.keys(sessionStorage)).toEqual(['persist:root'])
  expect(Object.keys(localStorage).filter(key => !['device.id', 'device.scanners'].includes(key))).toEqual([])
}
