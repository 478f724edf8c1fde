import type { Page } from '@playwright/test'

import { press } from './keyboard.ts'
import { expect, test } from './product.ts'
import { addAgent, callAs, openAs, people, signInAs } from './staff.ts'

test('a form that was not sent when the session ended is there again after signing in as the same person', async ({
  page,
  browser,
  staffConsole,
}) => {
  const supervisor = await openAs(browser, 'supervisor', staffConsole)
  const id = await addAgent(supervisor, { mobile: '9812306001', name: 'Rohan Sawant' })
  await supervisor.context().close()
  await page.goto(`${staffConsole}/agents/${id}`)
  await signInAs(page, people.support.name)
  await expect(page.getByRole('heading', { level: 1, name: 'Rohan Sawant' })).toBeVisible()
  await page.keyboard.press('e')
  const edit = page.getByRole('dialog', { name: 'Edit Rohan Sawant' })
  const name = edit.getByLabel('Name')
  await expect(name).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.type(' Prabhu')
  await endSessions(await openAs(browser, 'security', staffConsole), people.support.name)
  await page.keyboard.press('Enter')

  const ended = page.getByRole('dialog', { name: 'Your session has ended' })
  const again = ended.getByRole('button', { name: 'Sign in in a new tab' })
  await expect(again).toBeFocused()
  const opened = page.context().waitForEvent('page')
  await page.keyboard.press('Enter')
  const tab = await opened
  // The bank's provider still has a session of the person, so it does not ask who signs in.
  await press(tab, tab.getByRole('button', { name: 'Sign in with your bank account' }))
  await expect(tab.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  await tab.close()
  await page.bringToFront()
  await press(page, ended.getByRole('button', { name: 'I have signed in' }))
  await expect(ended).toBeHidden()

  await expect(name).toHaveValue('Rohan Sawant Prabhu')
})

async function endSessions(security: Page, name: string): Promise<void> {
  const list = (await (await callAs(security, '/staff')).json()) as {
    answer: { rows: { id: string; name: string }[] }
  }
  const staff = list.answer.rows.find(person => person.name === name)?.id
  expect((await callAs(security, '/acts/staff.end-sessions', { input: { staff } })).status()).toBe(200)
  await security.context().close()
}
