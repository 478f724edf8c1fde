import { readFile, writeFile } from 'node:fs/promises'

import { indiaMonth } from '@ekyc/contract/india-time'
import { capture, password, proceed } from './agent.ts'
import { expect, test } from './product.ts'
import { calls, envelope } from './screens/screen.ts'
import { spokenPage } from './spoken-page.ts'

const file = new URL('spoken-transcript.txt', import.meta.url)

/** The present month in India. The answers below give the same figures in every run. */
const month = indiaMonth(new Date())
const answers: Record<string, object> = {
  [calls.statistics]: {
    userStatistics: [{ aggregateOn: month, data: { KYC_SUCCESS: 9, KYC_FAILURE: 1, LOGIN: 4 } }],
  },
  [calls.orders]: {
    orders: [
      {
        id: '5b5c1ef6-0a07-4a2c-9a55-1c4e3b0b9d1f',
        status: 'KYC_SUCCESS',
        createdOn: '2026-03-04T05:06:07.000Z',
        transactionId: 'UKC:1',
        tpsMsg: 'Identity verified',
        dbsRefCode: 'DBS10002',
      },
    ],
    totalPages: 1,
    totalItems: 1,
    currentPage: 1,
  },
}

/** SPOKEN=new writes the transcript anew; read it through before you commit it. */
test('a whole KYC reads aloud as in spoken-transcript.txt', async ({ page }) => {
  for (const [call, answer] of Object.entries(answers))
    await page.route(`**${call}`, route => route.fulfill({ json: { ...envelope(true), ...answer } }))
  const read: string[] = []
  const hear = async (title: string) => void read.push(`# ${title}`, ...(await spokenPage(page)), '')

  await page.goto('/login')
  await page.getByRole('combobox', { name: 'Language' }).waitFor()
  await hear('Log-in')
  await page.getByLabel('Mobile number').fill('9000000001')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('heading', { name: 'Enter your password' }).waitFor()
  await page.getByRole('combobox', { name: 'Language' }).waitFor()
  await hear('Password')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByText('90% succeeded').waitFor()
  await page.getByRole('table').waitFor({ state: 'attached' })
  await hear('Dashboard')
  await page.getByRole('button', { name: 'Do KYC' }).click()
  await page.getByLabel('Reference number').waitFor()
  await hear('Reference')
  await page.getByLabel('Reference number').fill('DBS10003')
  await page.getByRole('button', { name: 'Check' }).click()
  await page.getByRole('button', { name: 'Capture Fingerprint' }).waitFor()
  await hear('Consent and fingerprint')
  await capture(page)
  await hear('Captured')
  await proceed(page)
  await page.getByRole('button', { name: 'Copy' }).first().waitFor()
  await hear('Result')

  const transcript = steady(read.join('\n'))
  if (process.env['SPOKEN'] === 'new') await writeFile(file, transcript)
  expect(transcript).toBe(await readFile(file, 'utf8'))
})

function steady(text: string): string {
  return text
    .replaceAll(/\b\d{2}-\d{2}-\d{4} \d{2}:\d{2}:\d{2}\b/g, '(time)')
    .replaceAll(/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, '(order)')
    .replaceAll(/UKC:[0-9a-f]{32}/g, '(transaction)')
    .replaceAll(/\bGood( (Morning|Afternoon|Evening))?(?=, )/g, 'Good (part of the day)')
    .replaceAll(
      /\b(January|February|March|April|May|June|July|August|September|October|November|December)( \d{4})?/g,
      '(month)',
    )
    .replaceAll(/© \d{4}/g, '© (year)')
    .replaceAll(/[Qq]uality \d+/g, 'quality (score)')
}
