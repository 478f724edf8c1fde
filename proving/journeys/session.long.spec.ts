import type { BrowserContext, Page } from '@playwright/test'

import { signIn } from './agent.ts'
import { expect, test } from './product.ts'
import { nothingIsLeft, tokenOf } from './what-is-left.ts'

const loggedInElsewhere = 'The log-in was opened in another tab, which ended the session here.'

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

/** Copies the session storage into a new tab, as the browser's "Duplicate" does. */
async function tabOfTheSame(page: Page, context: BrowserContext): Promise<Page> {
  const stored = await page.evaluate(() => sessionStorage.getItem('persist:root') ?? '')
  const tab = await context.newPage()
  await tab.goto('/PrivacyPolicy')
  await tab.evaluate(text => sessionStorage.setItem('persist:root', text), stored)
  return tab
}
