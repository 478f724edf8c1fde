import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Page } from '@playwright/test'

import { signIn } from './agent.ts'
import { holdScript } from './early-press.ts'
import { expect, test } from './product.ts'

const brandingFile = join(import.meta.dirname, '../../branding/example-second-bank.json')
type Text = { en: string }
const brand: {
  bankName: Text
  productName: Text
  promises: { en: string[] }
  copyright: Text
  providerCredit: { text: Text; url: string }
  emails: { grievance: string; dispute: string }
  support: { phone: string }
  notice: Text
  deviceServiceVersion: string
  consent: { texts: { en: Record<string, string> } }
} = JSON.parse(readFileSync(brandingFile, 'utf8'))

/** The second bank's colours #f2a900 and #d99a1c, and the dark text colour that is readable on both. */
const fill = 'rgb(242, 169, 0)'
const fillInDark = 'rgb(217, 154, 28)'
const onFill = 'rgb(22, 32, 44)'
const ofTheFirstBank = /demo bank|agent ekyc|example\.com|0b4f9e/i

test.use({ settings: { BRANDING_FILE: brandingFile } })

test('one build serves a second bank: names, logo, colours, font, corners, texts, and nothing of the first', async ({
  page,
  request,
}) => {
  const complaints: string[] = []
  // React reports markup of the server that differs from its own as an error of the page.
  page.on('pageerror', error => complaints.push(error.message))
  await page.setViewportSize({ width: 1366, height: 625 })

  await test.step('the log-in, before and after its script', async () => {
    const html = await (await request.get('/login')).text()
    expect(html).toContain(`<title>Log in · ${brand.productName.en}</title>`)
    expect(html).toContain(brand.bankName.en)
    expect(html).not.toMatch(ofTheFirstBank)

    await page.emulateMedia({ colorScheme: 'dark' })
    const release = await holdScript(page)
    await page.goto('/login', { waitUntil: 'commit' })
    await expect(page.getByRole('listitem')).toHaveText(brand.promises.en)
    await hasDarkFace(page)
    const fonts = () =>
      page.evaluate(() =>
        document.fonts.ready.then(all => [...all].map(({ family, status }) => `${family} ${status}`)),
      )
    expect(await fonts()).toEqual(['brand loaded'])
    release()
    await expect(page.getByRole('combobox', { name: 'Language' })).toBeVisible()
    await hasDarkFace(page)
    await expect(page.getByRole('listitem')).toHaveText(brand.promises.en)

    await page.emulateMedia({ colorScheme: 'light' })
    await expect(page).toHaveTitle(`Log in · ${brand.productName.en}`)
    await expect(page.getByText(brand.bankName.en)).toBeVisible()
    const proceed = page.getByRole('button', { name: 'Continue' })
    await expect(proceed).toHaveCSS('background-color', fill)
    await expect(proceed).toHaveCSS('color', onFill)
    await expect.poll(() => logoShown(page)).toMatch(/^\/logo\?/)
    await expect(page.getByText(brand.notice.en)).toBeVisible()
    await expect(page.getByRole('link', { name: brand.support.phone })).toHaveAttribute(
      'href',
      'tel:+912200000000',
    )
    await showsOnlyTheSecondBank(page)
  })

  await test.step('what an installed portal is called', async () => {
    const manifest = await (await request.get('/manifest.webmanifest')).json()
    expect(manifest).toMatchObject({
      short_name: brand.productName.en,
      name: `${brand.productName.en} · ${brand.bankName.en}`,
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
    await expect(page.getByText(brand.copyright.en)).toBeVisible()
    await expect(page.getByRole('link', { name: brand.providerCredit.text.en })).toHaveAttribute(
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
  })

  await test.step('the device check, and a path that is none', async () => {
    for (const path of ['/device-check', '/nowhere']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await showsOnlyTheSecondBank(page)
    }
  })
  expect(complaints).toEqual([])
})

async function hasDarkFace(page: Page): Promise<void> {
  const proceed = page.getByRole('button', { name: 'Continue' })
  await expect(proceed).toHaveCSS('background-color', fillInDark)
  await expect(proceed).toHaveCSS('color', onFill)
  await expect(proceed).toHaveCSS('border-radius', '12px')
  await expect(proceed).toHaveCSS('font-family', /^brand, system-ui/)
  await expect.poll(() => logoShown(page)).toMatch(/^\/logo-in-dark\?/)
}

function logoShown(page: Page): Promise<string> {
  return page
    .locator('header img')
    .evaluate((image: HTMLImageElement) =>
      image.naturalWidth > 0 ? image.currentSrc.replace(location.origin, '') : '',
    )
}

async function showsEMails(page: Page): Promise<void> {
  for (const address of Object.values(brand.emails))
    await expect(page.getByRole('link', { name: address }).first()).toHaveAttribute(
      'href',
      `mailto:${address}`,
    )
}

async function showsOnlyTheSecondBank(page: Page): Promise<void> {
  await expect(page).toHaveTitle(new RegExp(brand.productName.en))
  expect(await page.content()).not.toMatch(ofTheFirstBank)
}
