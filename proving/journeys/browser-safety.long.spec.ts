import { agree } from './agent.ts'
import { openScreen } from './open-screen.ts'
import { expect, test } from './product.ts'

const shell = { path: '/dashboard', state: 'signed in', shows: 'Recent KYC' }

test('no other site can show the portal in a frame', async ({ page, product }) => {
  await page.route('http://other.localhost/**', route =>
    route.fulfill({
      contentType: 'text/html',
      body: `<iframe name="portal" src="${product.address}/login"></iframe>`,
    }),
  )
  await page.goto('http://other.localhost/')
  await expect.poll(() => page.frame('portal')?.url()).toMatch(/^chrome-error:/)
  await expect(page.frameLocator('iframe').getByLabel('Mobile number')).toBeHidden()
})

test('[NAV-4, SES-2, SES-3] forged locks show an empty shell at most, without a token and with a made-up one', async ({
  page,
  product,
  session,
}) => {
  const nobody = { name: 'Nobody', mobile: '9000000001', email: '', assignedRoles: ['DBS_AGENT'] }
  const forged = {
    ...session.slice,
    phone: '9000000001',
    profileInfo: { ...nobody, address: { addressLine1: '', addressLine2: '' } },
  }
  const where = { page, product, address: product.address }
  const answers: string[] = []
  page.on('response', async answer => {
    if (new URL(answer.url()).pathname.startsWith('/api/v1/dbs')) answers.push(String(answer.status()))
  })
  const leave = await openScreen(
    { ...shell, slice: forged, holds: 'session without cookie', shows: 'Session expired!' },
    { ...where, session },
  )
  expect(answers).toEqual([])
  await leave()

  await openScreen(
    { ...shell, slice: forged, shows: 'Authentication Error!' },
    { ...where, session: { ...session, token: 'f'.repeat(43) }, isUsed: true },
  )
  await expect(page.getByText('DBS1')).toBeHidden()
  expect(new Set(answers)).toEqual(new Set(['401']))
  expect(await page.context().cookies()).toEqual([])
})

test('[KYC-8] hostile texts from the device are shown as text', async ({ page, product, session }) => {
  await product.device({ scenario: 'hostile-text', delayMs: 0 })
  const slice = {
    prepareOrderResponse: {
      orderId: 'ORD-1',
      createdOn: '2026-11-20T20:15:07.000Z',
      wadh: 'E0jzJ/P8UopUHAieZn8CKqS4WPMi5ZSYXgfnlfkWjrc=',
      dbsRefCode: 'DBS10251',
    },
  }
  await openScreen(
    { path: '/do-kyc', state: 'order open', slice, shows: 'Capture Fingerprint' },
    { page, product, address: product.address, session },
  )
  await agree(page)
  await page.getByRole('button', { name: 'Capture Fingerprint' }).click()
  await expect(page.getByText(/<(script|img|svg)/i).first()).toBeVisible()
  expect(await page.locator('main script, main img[src], dialog script, dialog img').count()).toBe(0)
})
