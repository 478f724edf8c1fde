import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test as base, type Page } from '@playwright/test'

import { signIn } from './agent.ts'
import { anotherProduct } from './another-product.ts'

const brandingFile = join(import.meta.dirname, '../../branding/example-second-bank.json')
const brand: {
  bankName: string
  productName: string
  copyright: string
  providerCredit: { text: string; url: string }
  emails: { grievance: string; dispute: string }
  support: { phone: string; hours: string }
  notice: string
  deviceServiceLinks: { name: string; url: string }[]
  deviceServiceVersion: string
  consent: { texts: { en: Record<string, string> } }
} = JSON.parse(readFileSync(brandingFile, 'utf8'))

/** The bank's own #f2a900, and the dark text that is readable on it. */
const fill = 'rgb(242, 169, 0)'
const onFill = 'rgb(22, 32, 44)'
const ofTheFirstBank = /demo bank|agent ekyc|example\.com|0b4f9e/i

/** The same build with another branding file. */
const test = base.extend<{ secondBank: string }>({
  secondBank: anotherProduct({ BRANDING_FILE: brandingFile }),
  baseURL: ({ secondBank }, use) => use(secondBank),
})

test('one build serves a second bank: names, logo, colours, texts, and nothing of the first', async ({
  page,
  request,
}, testInfo) => {
  await test.step('the log-in, before and after its script', async () => {
    const html = await (await request.get('/login')).text()
    expect(html).toContain(`<title>${brand.productName}</title>`)
    expect(html).toContain(brand.bankName)
    expect(html).not.toMatch(ofTheFirstBank)

    await page.goto('/login')
    await expect(page).toHaveTitle(`Log in · ${brand.productName}`)
    await expect(page.getByText(brand.bankName)).toBeVisible()
    const proceed = page.getByRole('button', { name: 'Continue' })
    await expect(proceed).toHaveCSS('background-color', fill)
    await expect(proceed).toHaveCSS('color', onFill)
    await expect(page.getByText(brand.notice)).toBeVisible()
    await expect(page.getByRole('link', { name: brand.support.phone })).toHaveAttribute(
      'href',
      'tel:+912200000000',
    )
    const logo = page.locator('header img')
    await expect(logo).toHaveAttribute('src', /^\/logo\?/)
    await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    await showsOnlyTheSecondBank(page)
    await takePictures(page, testInfo.outputPath('log-in'))
  })

  await test.step('what an installed portal is called', async () => {
    const manifest = await (await request.get('/manifest.webmanifest')).json()
    expect(manifest).toMatchObject({
      short_name: brand.productName,
      name: `${brand.productName} · ${brand.bankName}`,
      theme_color: '#f2a900',
    })
    expect(await (await request.get('/icon.svg')).text()).toContain('>SB</text>')
    expect(JSON.stringify(manifest)).not.toMatch(ofTheFirstBank)
  })

  await test.step('the privacy policy', async () => {
    await page.goto('/PrivacyPolicy')
    await showsEMails(page)
    await showsOnlyTheSecondBank(page)
  })

  await test.step('the help', async () => {
    await signIn(page, '9000000001')
    await showsOnlyTheSecondBank(page)
    await page.goto('/FAQ')
    await showsEMails(page)
    // The answers are closed: their text is attached and hidden.
    await expect(page.getByText(brand.deviceServiceVersion).first()).toBeAttached()
    await expect(page.getByText(brand.copyright)).toBeVisible()
    await expect(page.getByRole('link', { name: brand.providerCredit.text })).toHaveAttribute(
      'href',
      brand.providerCredit.url,
    )
    await showsOnlyTheSecondBank(page)
  })

  await test.step('the consent, which this bank only tells', async () => {
    await page.goto('/do-kyc')
    await page.getByLabel('Reference number').fill('DBS10220')
    await page.getByRole('button', { name: 'Check' }).click()
    for (const text of Object.values(brand.consent.texts.en)) await expect(page.getByText(text)).toBeVisible()
    await expect(page.getByRole('checkbox')).toHaveCount(0)
    await showsOnlyTheSecondBank(page)
    await takePictures(page, testInfo.outputPath('do-kyc'))
  })

  await test.step('the device check, and a path that is none', async () => {
    for (const path of ['/device-check', '/nowhere']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await showsOnlyTheSecondBank(page)
    }
  })
})

/** Writes screenshots for people to look at: test-results/e2e/second-brand-…/. */
async function takePictures(page: Page, folder: string): Promise<void> {
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.screenshot({ path: join(folder, `${width}-${colorScheme}.png`), fullPage: true })
    }
  }
}

async function showsEMails(page: Page): Promise<void> {
  for (const address of Object.values(brand.emails))
    await expect(page.getByRole('link', { name: address }).first()).toHaveAttribute(
      'href',
      `mailto:${address}`,
    )
}

async function showsOnlyTheSecondBank(page: Page): Promise<void> {
  await expect(page).toHaveTitle(new RegExp(brand.productName))
  expect(await page.content()).not.toMatch(ofTheFirstBank)
}
