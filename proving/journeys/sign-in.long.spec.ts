import { setTimeout as sleep } from 'node:timers/promises'

import { signIn } from './agent.ts'
import { expect, test } from './product.ts'

test('[NAV-2] on a slow connection the log-in screen that was left does not clear the new session', async ({
  page,
}) => {
  await page.goto('/login')
  await page.waitForLoadState('networkidle')
  await page.reload()
  await page.route('**/assets/*/*.js', async route => {
    await sleep(1_500)
    await route.continue()
  })
  await page.getByLabel('Mobile number').fill('9000000001')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
})

test('[NAV-2] leaving the log-in within a second keeps the session, and staying there ends it', async ({
  page,
}) => {
  const cookieNames = async () => (await page.context().cookies()).map(({ name }) => name)
  await signIn(page, '9000000001')
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.goto('/login')
  await page.getByRole('link', { name: 'Privacy Policy' }).click()
  await expect(page).toHaveURL(/\/PrivacyPolicy$/)
  await page.clock.resume()
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: /^Good/ })).toBeVisible()
  expect(await cookieNames()).toContain('access_token')

  await page.goto('/login')
  await expect.poll(cookieNames).not.toContain('access_token')
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: /^Good/ })).toBeHidden()
})
