import type { BrowserContext, Page } from '@playwright/test'

import { checkAndCapture, logOut, proceed, signIn } from './agent.ts'
import { expect, test } from './product.ts'
import { openScreen } from './open-screen.ts'
import type { Screen } from './screens/screen.ts'

const loggedInElsewhere = 'The log-in was opened in another tab, which ended the session here.'

const profile: Screen = { path: '/profile', state: 'signed in', shows: 'Profile' }

test('[SES-1, SES-2] an expired session ends by itself, and the log-in says so', async ({
  page,
  product,
  session,
}) => {
  await openScreen(profile, { page, product, address: product.address, session })
  await page
    .context()
    .addCookies([{ ...(await tokenOf(page.context())), expires: Math.floor(Date.now() / 1000) + 2 }])
  await expect(page.getByText('Session expired!')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()
  await nothingIsLeft(page)
})

test('[SES-2, HDR-4] a log-out in one tab ends the other', async ({ page, context }) => {
  await signIn(page, '9000000001')
  const other = await tabOfTheSame(page, context)
  await other.goto('/profile')
  await expect(other.getByRole('heading', { name: 'Profile' })).toBeVisible()

  await logOut(page)
  await expect(other.getByText('Session expired!')).toBeVisible()
  await nothingIsLeft(other)
})

test('[SES-2, NAV-2] a log-in as another agent ends the first agent’s idle tab, shows nothing of the first in a tab that is loaded anew, and stays itself', async ({
  page,
  context,
}) => {
  await signIn(page, '9000000001')
  const hidden = await tabOfTheSame(page, context)
  await hidden.goto('/profile')
  await expect(hidden.getByText('Asha Verma').first()).toBeVisible()
  const discarded = await tabOfTheSame(page, context)
  // Clears all timers, because a browser may run no timers in a hidden page.
  await hidden.evaluate(() => {
    for (let timer = Number(setTimeout(() => {})); timer > 0; timer -= 1) clearTimeout(timer)
  })

  await signIn(page, '9000000004')
  await expect(page.getByText('Imran').first()).toBeVisible()
  const { value } = await tokenOf(context)

  await expect(hidden.getByText(loggedInElsewhere)).toBeVisible()
  await nothingIsLeft(hidden, { cookies: [value] })
  await discarded.goto('/profile')
  await expect(discarded.getByText(loggedInElsewhere)).toBeVisible()
  await expect(discarded.getByText('Asha')).toBeHidden()
  await page.goto('/profile')
  await expect(page.getByText('Imran').first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible()
})

test('[SES-2] a second tab takes the session over, and each tab has its own customer', async ({
  page,
  context,
}) => {
  await signIn(page, '9000000001')
  await page.goto('/do-kyc')
  await page.getByLabel('Reference number').fill('DBS10801')
  await page.getByRole('button', { name: 'Check' }).click()
  await expect(page.getByRole('checkbox')).toBeVisible()

  const second = await context.newPage()
  await second.goto('/do-kyc')
  await expect(second.getByLabel('Reference number')).toHaveValue('')
  await checkAndCapture(second, 'DBS10802')
  await proceed(second)
  await expect(second.getByText(/UKC:[0-9a-f]{32}/)).toBeVisible()

  await checkAndCapture(page, 'DBS10801')
  await proceed(page)
  await expect(page.getByText(/UKC:[0-9a-f]{32}/)).toBeVisible()
})

test('[SES-6] Back after a log-out shows nothing', async ({ page, product, session }) => {
  await openScreen(profile, { page, product, address: product.address, session })
  await page.getByRole('link', { name: 'FAQ' }).click()
  await expect(page.getByText('Troubleshooting').first()).toBeVisible()
  await page.context().clearCookies()
  await expect(page.getByText('Session expired!')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'This page is not available' })).toBeVisible()
  await page.goto('/privacy')
  await page.goBack()
  await expect(page.getByText('Lakshmi')).toBeHidden()
})

/** Copies the session storage into a new tab, as the browser's "Duplicate" does. */
async function tabOfTheSame(page: Page, context: BrowserContext): Promise<Page> {
  const stored = await page.evaluate(() => sessionStorage.getItem('persist:root') ?? '')
  const tab = await context.newPage()
  await tab.goto('/PrivacyPolicy')
  await tab.evaluate(text => sessionStorage.setItem('persist:root', text), stored)
  return tab
}

async function tokenOf(context: BrowserContext) {
  const token = (await context.cookies()).find(({ name }) => name === 'access_token')
  if (!token) throw new Error('no session')
  return token
}

async function nothingIsLeft(page: Page, { cookies = [] as string[] } = {}): Promise<void> {
  // The device cookie stays: it tells the next log-in that the agent has logged in here before.
  const left = (await page.context().cookies()).filter(({ name }) => !name.startsWith('device-'))
  expect(left.map(({ value }) => value)).toEqual(cookies)
  const { state } = JSON.parse(await page.evaluate(() => sessionStorage.getItem('persist:root') ?? '{}')) as {
    state: Record<string, unknown>
  }
  expect(state).toMatchObject({ phone: '', profileInfo: null, dashboardLock: '', allPrevielages: [] })
}
