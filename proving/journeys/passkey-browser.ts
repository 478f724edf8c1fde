import type { Browser, CDPSession, Locator, Page } from '@playwright/test'

import type { Product } from './product.ts'

/** Opens the portal at localhost, in a browser with a virtual authenticator that needs no act of a person. */
export async function atLocalhost(
  browser: Browser,
  product: Product,
): Promise<{ page: Page; device: CDPSession; authenticatorId: string }> {
  const page = await browser.newPage({ baseURL: product.address.replace('127.0.0.1', 'localhost') })
  const device = await page.context().newCDPSession(page)
  await device.send('WebAuthn.enable')
  const { authenticatorId } = await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { page, device, authenticatorId }
}

export async function typeOtp(page: Page, product: Product, phone: string): Promise<void> {
  const hint = await page.getByText(/with the mark \d\d/).textContent()
  const mark = /mark (\d\d)/.exec(hint ?? '')?.[1] ?? ''
  let text = await product.sms(phone)
  while (!new RegExp(`\\d{6}[^]*\\b${mark}\\b`).test(text)) text = await product.sms(phone)
  await page.getByLabel('OTP', { exact: true }).fill(/\d{6}/.exec(text)?.[0] ?? '')
}

export function card(page: Page, name: string): Locator {
  return page.getByRole('region', { name })
}
