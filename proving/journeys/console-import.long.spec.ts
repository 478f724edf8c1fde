import { readFile } from 'node:fs/promises'

import type { Browser, Page } from '@playwright/test'

import { expect, test } from './product.ts'
import { axeFile, axeProblems, rules } from './looks/axe.ts'
import { workbookOf } from './staff.ts'

test('a supervisor imports a workbook, and a second person agrees', async ({
  browser,
  staffConsole: bank,
}) => {
  test.setTimeout(240_000)
  const arjun = await signedIn(browser, bank, 'Arjun Rao')
  const refusedScripts: string[] = []
  arjun.on('console', message => {
    if (/worker-src|script-src|TrustedScript/.test(message.text())) refusedScripts.push(message.text())
  })
  await arjun.goto(`${bank}/agents`)
  await arjun.getByRole('link', { name: 'Import' }).click()
  await expect(arjun.getByRole('heading', { name: 'Import agents' })).toBeVisible()
  expect(await problemsOf(arjun)).toEqual([])

  const file = arjun.getByLabel(/Choose a file/)
  await file.setInputFiles({ name: 'zip.xlsx', mimeType: '', buffer: Buffer.from('PK no archive') })
  await expect(arjun.getByText('This is no workbook and no CSV file, or it is damaged.')).toBeVisible()

  const rows = [
    ['Mobile No.', 'Agent name', 'Branch', 'Remarks'],
    ['+91 98700 00001', 'Zainab Sheikh', 'Sinnar', 'new'],
    ['9870000002', 'Harish Gowda', 'Sinnar', ''],
    ['98765', 'Anil Thakur', 'Sinnar', ''],
    ['9870000002', 'Ramesh Pawar', 'Sinnar', ''],
    ['9870000004', '=HYPERLINK("https://a.example")', '', ''],
    ...Array.from({ length: 1_200 }, (_, index) => [
      String(9_871_000_000 + index),
      `Agent ${index}`,
      'Fort',
      '',
    ]),
  ]
  await file.setInputFiles({ name: 'november.xlsx', mimeType: '', buffer: workbookOf(rows) })
  await expect(arjun.getByRole('heading', { name: 'Columns' })).toBeVisible()
  await expect(arjun.getByText('or an apostrophe were removed: 1.')).toBeVisible()
  await expect(arjun.getByLabel('Remarks: Holds')).toHaveValue('')
  await expect(arjun.getByLabel('Agent name: Holds')).toHaveValue('name')
  expect(await problemsOf(arjun)).toEqual([])
  await arjun.getByRole('button', { name: 'Preview 1,205 lines' }).click()

  await expect(arjun.getByText('3 lines are wrong, so nothing can be proposed yet.')).toBeVisible()
  const propose = arjun.getByRole('button', { name: 'Propose import of 1,202' })
  await expect(propose).toBeDisabled()
  const first = arjun.getByRole('row').nth(1)
  await expect(first).toContainText('Anil Thakur')
  await expect(first).toContainText('must be 10 digits')
  await expect(arjun.getByText('XXXXXX0002').first()).toBeVisible()
  expect(await problemsOf(arjun)).toEqual([])
  await arjun.setViewportSize({ width: 360, height: 740 })
  expect(await arjun.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  await arjun.setViewportSize({ width: 1366, height: 900 })

  const downloading = arjun.waitForEvent('download')
  await arjun.getByRole('button', { name: 'The wrong lines as CSV' }).click()
  const saved = await readFile(await (await downloading).path(), 'utf8')
  expect(saved).toContain('Mobile No.,Agent name,Branch,Remarks,problem')
  expect(saved).toContain('98765,Anil Thakur,Sinnar,,"Mobile: must be 10 digits and begin with 6, 7, 8 or 9"')
  expect(saved).toContain('Mobile: is in line 3 too')

  await arjun.getByRole('button', { name: 'Leave them out' }).click()
  await propose.click()
  const dialog = arjun.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('New agents of November')
  await dialog.getByRole('button', { name: /Import/ }).click()
  const proposal = arjun.getByRole('link', { name: 'See the proposal' })
  const number = (await proposal.getAttribute('href'))?.split('/').at(-1)
  const address = arjun.url()

  const vikram = await signedIn(browser, bank, 'Vikram Shetty')
  await approve(vikram, `${bank}/proposals/${number}`)
  await arjun.goto(address)
  await expect(async () => {
    await arjun.reload()
    await expect(arjun.getByText('The import is done.')).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await arjun.goto(`${bank}/agents?branch=Sinnar`)
  await expect(arjun.getByText('Zainab Sheikh')).toBeVisible()
  expect(refusedScripts).toEqual([])
})

async function problemsOf(page: Page): Promise<string[]> {
  // The page has its policy, which refuses a script of another address.
  await page.evaluate(`${await readFile(axeFile, 'utf8')};0`)
  return axeProblems(page, rules.all)
}

async function signedIn(browser: Browser, bank: string, name: string): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width: 1366, height: 900 } })).newPage()
  await page.goto(`${bank}/sign-in`)
  await page.getByRole('button', { name: /Sign in/ }).click()
  await page.getByText(name).click()
  await expect(page.getByRole('button', { name: new RegExp(name) })).toBeVisible()
  return page
}

async function approve(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await page.getByRole('button', { name: /Approve/ }).click()
  const opening = page.context().waitForEvent('page')
  await page.getByRole('button', { name: 'Open the sign-in' }).click()
  const popup = await opening
  await popup.getByText('Vikram Shetty').click()
  await expect(page.getByText(/approved/i).first()).toBeVisible()
}
