import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { Page } from '@playwright/test'

import { agree, password, signIn } from './agent.ts'
import { expect, test, type Product } from './product.ts'

/** The folder of the cases that every test run replays. RECORD_CASES=1 writes the cases of this run to it. */
const recordedInto =
  process.env['RECORD_CASES'] && join(import.meta.dirname, '../../product/rd-client/src/testing/cases')

const problems: [scenario: string, settings: Record<string, unknown>, advice: string][] = [
  ['unknown-code', { scenario: 'error', errCode: '999', errInfo: 'Key rotation failed, scanner B1234567' }, 'reinitialise'],
  ['not-ready', { scenario: 'not-ready' }, 'notReady'],
  ['old-driver', { scenario: 'old-driver' }, 'driverTooOld'],
  ['unreadable-answer', { scenario: 'truncated' }, 'unreadable'],
  ['poor-quality', { scenario: 'low-quality' }, 'poorQuality'],
  ['no-device-service', { scenario: 'not-rd-service' }, 'answeredUnreadably'],
  ['closed-to-pages', { scenario: 'no-cors' }, 'closedToPages'],
] // prettier-ignore

for (const [scenario, settings, advice] of recordedInto ? problems : problems.slice(0, 1))
  test(`[KYC-8] the case of ${scenario} names its advice and holds no secret`, async ({ page, product }) => {
    await product.device(settings)
    await signIn(page, '9000000001')
    await openCase(page)
    const text = await savedCase(page)
    expect(JSON.parse(text)).toMatchObject({ format: 1, advice: { name: advice } })
    expectNoSecret(text)
    await keep(scenario, text)
  })

test('a case is shown before it goes anywhere, reaches the bank once, and has a number', async ({
  page,
  product,
}) => {
  await product.device({ scenario: 'not-ready' })
  await signIn(page, '9000000001')
  const before = await casesAt(product)
  await openCase(page)
  const dialog = page.getByRole('dialog', { name: 'A case for support' })
  await expect(dialog).toContainText('It never contains a fingerprint')
  await dialog.getByText('Show the whole case').click()
  await expect(dialog).toContainText('"advice"')
  expect(await casesAt(product)).toEqual(before)

  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(dialog).toContainText('Sent. Tell support the case number')
  await expect(dialog.getByRole('button', { name: 'Send', exact: true })).toBeHidden()
  const [sent, ...others] = (await casesAt(product)).filter(({ id }) => !before.some(one => one.id === id))
  expect(others).toEqual([])
  await expect(dialog).toContainText(sent?.id.slice(0, 8) ?? 'nothing was sent')
  expect(sent?.case).toMatchObject({ format: 1, advice: { name: 'notReady' } })
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Send to support' })).toBeFocused()
})

test('a bank that does not answer leaves the file', async ({ page, product }) => {
  await product.device({ scenario: 'not-ready' })
  await signIn(page, '9000000001')
  await openCase(page)
  await product.bank({ httpStatus: 503 })
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByRole('dialog')).toContainText('You can save the case as a file.')
  expectNoSecret(await savedCase(page))
})

test('the device check of somebody who is not signed in makes a file, with the report in it, and sends nothing', async ({
  page,
  product,
}) => {
  await product.device({ scenario: 'not-ready' })
  await page.goto('/device-check')
  await page.getByRole('button', { name: 'Start' }).click()
  await page.getByRole('button', { name: 'Send to support' }).click()
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeHidden()
  const text = await savedCase(page)
  expect(JSON.parse(text)).toMatchObject({ advice: { name: 'status' } })
  expect(text.includes('6. Status: Problem.')).toBe(true)
  expectNoSecret(text)
  await keep('check-not-ready', text)
})

/** Lets a scan fail, and presses Send to support. */
async function openCase(page: Page): Promise<void> {
  await page.goto('/do-kyc')
  await page.getByLabel('Reference number').fill('DBS10331')
  await page.getByRole('button', { name: 'Check' }).click()
  await agree(page)
  await page.getByRole('button', { name: 'Capture Fingerprint' }).click()
  // The portal first shows a device's own error text in a dialog. Playwright closes it when it is in the way.
  const close = page.getByRole('dialog').getByRole('button', { name: 'Close' })
  await page.addLocatorHandler(close, () => close.click())
  await page.getByRole('button', { name: 'Send to support' }).click()
  await page.removeLocatorHandler(close)
}

async function savedCase(page: Page): Promise<string> {
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as file' }).click()
  const file = await downloading
  expect(file.suggestedFilename()).toMatch(/^scanner-case-\d{4}-\d\d-\d\d\.json$/)
  return readFile(await file.path(), 'utf8')
}

async function keep(name: string, text: string): Promise<void> {
  if (!recordedInto) return
  await mkdir(recordedInto, { recursive: true })
  await writeFile(join(recordedInto, `${name}.json`), `${text}\n`)
}

function expectNoSecret(text: string): void {
  for (const secret of ['9000000001', 'DBS10331', password, '0578001', 'B1234567', 'E0jzJ/P8Uop', 'Asha'])
    expect(text).not.toContain(secret)
  const keys = text.match(/[A-Za-z0-9+/]{40,}/g) ?? []
  // A case keeps the time (20…, in base64) at the start of the encrypted data, and has zeros in the place of the rest.
  expect(keys.filter(key => new Set(key.replace(/^MjA[w-z0-5][A-Za-z0-9+/]{22}/, '')).size > 2)).toEqual([])
}

async function casesAt({ sandbox }: Product): Promise<{ id: string; case: object }[]> {
  return (await fetch(`${sandbox}/bank/support-cases`)).json()
}
